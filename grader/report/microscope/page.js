// Joins the parts: reads the trace, shows the point of interest, and moves by buttons, keys, slider and play.

const kSpeeds = [
  [2, '2 steps a second'],
  [5, '5 steps a second'],
  [15, '15 steps a second'],
  [60, '60 steps a second'],
];

function start() {
  const {trace, report} = JSON.parse(by_id('data').textContent);
  trace.view = new (kViews.get(trace.kit) ?? View)(trace);
  const replay = new Replay(trace, unpackTrace(trace));
  const story = new Story(trace, replay);
  trace.view.begin(replay, story);
  show_header(trace, report, replay.events.count);
  show_score(report);
  show_gpu(report);
  by_id('cells-mode').hidden = trace.view.tracked.length === 0;
  const arrays = new Arrays(by_id('arrays'), trace, replay, story);
  by_id('pictures-card').hidden = !show_pictures(by_id('pictures'), trace);
  const source = new Source(by_id('source'), trace, story.home);
  const count = replay.requests.count;
  const request_of = (e) => replay.events.request[e];
  const wrong = trace.first_wrong?.event ?? null;
  const missing =
    trace.first_wrong && wrong === null && trace.first_wrong.got === null && !trace.cut
      ? element_name(trace.arrays[trace.first_wrong.array], trace.first_wrong.index)
      : null;
  let position = 0;
  let playing = null;

  const show = (wanted) => {
    position = Math.max(0, Math.min(count, wanted));
    const state = replay.seek(position);
    const r = position - 1;
    trace.view.show(state, r);
    arrays.show(state, r);
    show_request(by_id('request'), trace, replay, story, r);
    source.show(r < 0 ? null : story.place(r));
    mark_phase(r);
    slider.value = String(position);
    slider.setAttribute('aria-valuetext', `step ${position} of ${count}`);
    const words =
      count === 0
        ? 'Nothing was recorded of this run.'
        : r < 0
          ? `${counted(count, 'step')} to see: “Next step” shows the first.`
          : story.step(r) +
            (position === count && missing !== null ? ` ✗ ${missing} was never written.` : '');
    by_id('now').replaceChildren(
      element('span', {class: 'step-number'}, `Step ${position} of ${count}`),
      ` ${words}`,
    );
    by_id('back').disabled = by_id('back-phase').disabled = position === 0;
    by_id('forward').disabled = by_id('forward-phase').disabled = position === count;
  };

  const pause = () => {
    if (playing === null) return;
    cancelAnimationFrame(playing);
    playing = null;
    by_id('play').textContent = 'Play';
    by_id('now').setAttribute('aria-live', 'polite');
  };
  const play = () => {
    if (playing !== null) return pause();
    if (position === count) show(0);
    by_id('play').textContent = 'Pause';
    by_id('now').setAttribute('aria-live', 'off'); // too many sentences to listen to
    let due = performance.now();
    const tick = (now) => {
      const each = 1000 / Number(by_id('speed').value);
      if (now >= due) {
        show(position + 1);
        due = Math.max(due + each, now - each);
      }
      playing = requestAnimationFrame(tick);
      if (position === count) pause();
    };
    playing = requestAnimationFrame(tick);
  };
  const go = (to) => {
    pause();
    show(to);
  };
  const go_to_event = (e) => {
    go(request_of(e) + 1);
    by_id('player').scrollIntoView({block: 'start'});
  };
  const phase_step = (direction) => {
    if (direction > 0) {
      const next = story.phases.find((phase) => phase.begin + 1 > position);
      go(next ? next.begin + 1 : count);
    } else {
      const before = story.phases.filter((phase) => phase.begin + 1 < position);
      go(before.length > 0 ? before[before.length - 1].begin + 1 : 0);
    }
  };

  const slider = by_id('slider');
  slider.max = String(count);
  slider.addEventListener('input', () => go(Number(slider.value)));
  for (const [rate, words] of kSpeeds)
    by_id('speed').append(element('option', {value: rate, selected: rate === 5}, words));
  const choose = by_id('cells-show');
  choose.append(
    element('option', {value: 'keys', selected: arrays.mode === 'keys'}, 'keys'),
    element('option', {value: 'origins', selected: arrays.mode === 'origins'}, 'where they come from'),
  );
  choose.addEventListener('change', () => {
    arrays.mode = choose.value;
    show(position);
  });
  const mark_phase = show_phases(trace, story, go);
  show_findings(trace, story, go_to_event);
  show_tables(trace, story);

  // Jumps to what went wrong, and the marks of the same places above the slider.
  const jumps = [];
  if (missing !== null)
    by_id('jumps').append(
      element(
        'button',
        {class: 'jump', title: 'key w', onclick: () => go(count)},
        `✗ ${missing} is missing`,
      ),
    );
  if (wrong !== null) jumps.push({key: 'w', text: '✗ First wrong', more: ' element', event: wrong});
  const race =
    trace.violations.find((violation) => violation.rule === 'race' && violation.events.length === 2) ??
    trace.violations.find((violation) => violation.events.length > 0);
  race?.events.forEach((event, index) => {
    const name = capital(race.rule.replaceAll('_', ' '));
    const which = race.events.length > 1 ? `: ${['first', 'second'][index]}` : '';
    jumps.push({key: 'r', text: `↯ ${name}${which}`, more: which === '' ? '' : ' access', event});
  });
  for (const {text, more, event, key} of jumps) {
    by_id('jumps').append(
      element(
        'button',
        {class: 'jump', title: `key ${key}`, onclick: () => go(request_of(event) + 1)},
        text,
        element('span', {class: 'wide'}, more),
      ),
    );
  }
  by_id('jumps').hidden = jumps.length === 0 && missing === null;
  const requests = jumps.map(({event}) => request_of(event));
  draw_marks(story, count, requests);
  new ResizeObserver(() => draw_marks(story, count, requests)).observe(slider);

  by_id('back').addEventListener('click', () => go(position - 1));
  by_id('forward').addEventListener('click', () => go(position + 1));
  by_id('back-phase').addEventListener('click', () => phase_step(-1));
  by_id('back-phase').hidden = by_id('forward-phase').hidden = story.phases.length < 2;
  by_id('forward-phase').addEventListener('click', () => phase_step(1));
  by_id('play').addEventListener('click', play);
  let next_access = 0;
  const keys = {
    ArrowLeft: () => go(position - 1),
    ArrowRight: () => go(position + 1),
    PageUp: () => phase_step(-1),
    PageDown: () => phase_step(1),
    Home: () => go(0),
    End: () => go(count),
    ' ': play,
    w: () => {
      if (wrong !== null) go(request_of(wrong) + 1);
      else if (missing !== null) go(count);
    },
    r: () => {
      if (race) go(request_of(race.events[next_access++ % race.events.length]) + 1);
    },
  };
  document.addEventListener('keydown', (event) => {
    const target = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || keys[event.key] === undefined) return;
    if (target.matches('select, textarea, .code-box')) return;
    if (event.key === ' ' && target.matches('button, summary, a')) return;
    event.preventDefault();
    keys[event.key]();
  });

  // The first look is at what went wrong, or else at the first access.
  const interest = race?.events.length > 0 ? race.events[race.events.length - 1] : wrong;
  show(
    interest !== null
      ? request_of(interest) + 1
      : trace.waiting.length > 0 || missing !== null
        ? count
        : Math.min(1, count),
  );
}

/// Stretches between barriers as bands, and where the jumps lead.
function draw_marks(story, count, requests) {
  const canvas = by_id('marks');
  const style = getComputedStyle(canvas);
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  const context = canvas.getContext('2d');
  context.scale(devicePixelRatio, devicePixelRatio);
  const width = canvas.clientWidth,
    height = canvas.clientHeight;
  story.phases.forEach((phase, index) => {
    context.fillStyle = style.getPropertyValue(index % 2 === 0 ? '--band' : '--band-2');
    const begin = Math.floor((width * phase.begin) / count);
    context.fillRect(begin, height - 5, Math.ceil((width * phase.end) / count) - begin, 5);
  });
  context.fillStyle = style.getPropertyValue('--wrong');
  for (const r of requests) {
    const x = (width * (r + 1)) / count;
    context.beginPath();
    context.moveTo(x - 5, 0);
    context.lineTo(x + 5, 0);
    context.lineTo(x, 9);
    context.fill();
  }
}

start();
