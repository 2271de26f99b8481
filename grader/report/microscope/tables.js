// What is read and not watched: the stretches between barriers, and all numbers as tables, which are also what is printed.

/// Built when they are asked for: opened or printed.
function show_tables(trace, story) {
  const parts = [
    ['Outputs', () => trace.view.outputs_table()],
    [
      'Lines',
      () =>
        table(
          'What each line did',
          ['line', 'loads', 'stores', 'sectors', 'turns'],
          trace.counters.map((counter) => [
            story.where(trace.places[counter.place]),
            counter.loads,
            counter.stores,
            counter.sectors,
            counter.turns,
          ]),
        ),
    ],
    [
      'Barriers',
      () =>
        table(
          'From barrier to barrier',
          ['block', 'phase', 'steps', 'what', ...trace.view.phase_columns.map(([head]) => head)],
          story.phases.map((phase) => [
            phase.block,
            phase.phase,
            phase.end - phase.begin,
            story.phase_words(phase).join('; '),
            ...trace.view.phase_columns.map(([, cell]) => cell(phase)),
          ]),
        ),
    ],
  ].slice(0, story.on_host ? 2 : 3);
  const all = parts.map(([name, make]) => {
    const details = element('details', {}, element('summary', {}, name));
    const fill = () => {
      if (details.children.length === 1) details.append(element('div', {class: 'table-box'}, make()));
    };
    details.addEventListener('toggle', fill);
    return {details, fill};
  });
  by_id('tables').append(...all.map(({details}) => details));
  const opened = [];
  window.addEventListener('beforeprint', () => {
    opened.push(...all.filter(({details}) => !details.open));
    for (const {details, fill} of all) {
      fill();
      details.open = true;
    }
  });
  window.addEventListener('afterprint', () => {
    for (const {details} of opened.splice(0)) details.open = false;
  });
}

/// Of a function without a kit: each element of each output, and who wrote it last.
function outputs_table(trace, replay, story) {
  const {requests, events} = replay;
  const writers = new Map();
  for (let e = 0; e < events.count; ++e) {
    const r = events.request[e];
    if (requests.kind[r] !== 'r') writers.set(replay.cell(e), e);
  }
  const rows = [];
  trace.arrays.forEach((array, a) => {
    const wrong = new Set(array.wrong ?? []);
    array.expected?.forEach((expected, index) => {
      const e = writers.get(replay.offsets[a] + index);
      const r = e === undefined ? -1 : events.request[e];
      const who = story.on_host || r < 0 ? '' : `block ${requests.block[r]}, thread ${events.lane[e]}, `;
      const got = array.output?.[index] ?? null;
      rows.push([
        element_name(array, index),
        short_value(expected),
        got === null ? 'never written' : short_value(got),
        wrong.has(index) ? '✗ wrong' : '',
        r < 0 ? '–' : `${who}${story.where(story.place(r))}`,
      ]);
    });
  });
  return table('Each output, and who wrote it last', ['element', 'expected', 'output', '', 'written by'], rows);
}

/// The list of stretches between barriers; `go(position)` shows one. Returns what marks the current one.
function show_phases(trace, story, go) {
  const holder = by_id('phases');
  if (story.phases.length === 0 || story.on_host) {
    by_id('phases-card').hidden = true;
    return () => {};
  }
  const rows = story.phases.map((phase, index) => {
    const ends = phase.barrier
      ? `ends at the barrier in ${story.where(trace.places[phase.barrier.place])}`
      : trace.cut && index === story.phases.length - 1
        ? 'to the end of the recording'
        : 'to the end';
    const name = `${trace.blocks > 1 ? `Block ${phase.block}, phase ${phase.phase}` : `Phase ${phase.phase}`}`;
    const button = element(
      'button',
      {class: 'phase', onclick: () => go(phase.begin + 1)},
      element('strong', {}, name),
      element('span', {}, story.phase_words(phase).join('; ')),
      element('span', {class: 'quiet'}, ends + trace.view.phase_note(phase)),
    );
    return {row: element('li', {}, button), button, index};
  });
  const list = element('ol', {class: 'phases', tabindex: -1}, ...rows.map(({row}) => row));
  holder.append(list);
  let current = null;
  return (r) => {
    const next = r < 0 ? null : rows[story.phase_of[r]];
    if (next === current) return;
    current?.button.removeAttribute('aria-current');
    current = next;
    if (next === null) return;
    next.button.setAttribute('aria-current', 'step');
    const top = next.row.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + next.row.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top - 40;
  };
}
