// What stays the same while one steps: verdict and score, findings, times on a GPU.

const kVerdictWords = {
  passed: 'passed',
  wrong_answer: 'wrong answer',
  checker_violation: 'CUDA rule broken',
  timed_out: 'timed out',
  too_slow: 'too slow',
  crashed: 'crashed',
  resource_limit: 'limit exceeded',
  todo: 'TODO not done',
  not_run: 'not run',
  forbidden: 'not allowed',
  build_failed: 'does not compile',
  invalid_measurement: 'impossible figure',
  not_submitted: 'not submitted',
  grader_error: 'grader failed',
};

function verdict_words(verdict) {
  return kVerdictWords[verdict] ?? String(verdict).replaceAll('_', ' ');
}

/// `accesses`: how many were recorded.
function show_header(trace, report, accesses) {
  const number = /^0*(\d+)/.exec(trace.lab)?.[1];
  const title = `${number ? `Lab ${number}: ` : ''}${trace.title}`;
  document.title = `${title} – ${trace.view.page_name}`;
  by_id('title').textContent = title;
  const sizes = trace.numbers.map(({name, value}) => `${name} = ${short_value(value)}`);
  if (trace.on_host !== true)
    sizes.push(`${counted(trace.blocks, 'block')} of ${counted(trace.threads, 'thread')}`);
  by_id('what-ran').textContent = `Your run of ${trace.case}: ${sizes.join(', ')}`;
  const passed = trace.verdict === 'passed';
  const verdict = by_id('verdict');
  verdict.className = `verdict ${passed ? 'good' : 'bad'}`;
  verdict.append(element('strong', {}, `${passed ? '✓' : '✗'} ${verdict_words(trace.verdict)}`));
  if (report !== null && report.score !== null && report.score !== undefined) {
    verdict.append(element('span', {}, `lab ${report.points ?? `${report.score} / ${report.max_score}`}`));
  }
  const {text, is_good} = trace.view.message();
  by_id('message').textContent = text;
  by_id('message').hidden = text === '';
  by_id('message').classList.toggle('plain', is_good);
  if (trace.cut) {
    by_id('cut').hidden = false;
    by_id('cut').textContent =
      `The recording ends after ${accesses.toLocaleString('en')} accesses, before the run did: what came ` +
      `later is not shown. A smaller input fits.`;
  }
}

function show_score(report) {
  if (report === null || !(report.items?.length > 0)) return;
  by_id('score-card').hidden = false;
  const rows = report.items.map((item) => [
    item.id,
    verdict_words(item.status),
    item.points ?? `${item.score} / ${item.max_score}`,
    item.message || item.about || '',
  ]);
  by_id('score').append(table('Items of the lab', ['item', 'verdict', 'points', 'what it says'], rows));
}

/// Bars next to a copy of as many bytes, the reference and CUB, if the report has times of a GPU.
function show_gpu(report) {
  for (const item of report?.items ?? []) {
    const metrics = item.metrics ?? {};
    if (!(metrics.time_ms > 0) || !(metrics.cub_ms > 0)) continue;
    const bars = [
      ['copy of as many bytes', metrics.copy_ms],
      ['CUB', metrics.cub_ms],
    ];
    if (metrics.slowdown > 0) bars.push(['reference', metrics.time_ms / metrics.slowdown]);
    bars.push(['yours', metrics.time_ms]);
    const longest = Math.max(...bars.map(([, ms]) => ms ?? 0));
    const rows = bars
      .filter(([, ms]) => ms > 0)
      .map(([name, ms]) => {
        const bar = element('div', {class: name === 'yours' ? 'bar own' : 'bar'});
        bar.style.width = `${Math.max(1, (100 * ms) / longest)}%`;
        return element(
          'tr',
          {},
          element('th', {scope: 'row'}, name),
          element('td', {class: 'bar-cell'}, bar),
          element('td', {class: 'number'}, `${ms.toPrecision(3)} ms`),
        );
      });
    by_id('gpu-card').hidden = false;
    by_id('gpu').append(
      element(
        'table',
        {class: 'bars'},
        element('caption', {}, `${item.id}: less is better`),
        element('tbody', {}, ...rows),
      ),
    );
  }
}

/// `go(event)` shows an event.
function show_findings(trace, story, go) {
  const list = element('ul', {class: 'findings'});
  const first = trace.first_wrong;
  if (first) {
    const name = element_name(trace.arrays[first.array], first.index);
    const got = first.got === null ? 'never written' : short_value(first.got);
    const words = `${name} is ${got}, expected ${short_value(first.expected)}`;
    const by =
      first.event === null || first.event === undefined
        ? ''
        : `: ${story.access(first.event)} was the last write to it`;
    const item = element('li', {}, element('strong', {}, 'First wrong element. '), `${words}${by}. `);
    if (by !== '') {
      item.append(element('button', {onclick: () => go(first.event)}, 'Show the write'));
    } else if (trace.cut) {
      item.append('The recording ends before its last write.');
    } else if (first.thread !== null && first.thread !== undefined) {
      const who = `block ${first.block}, thread ${first.thread}`;
      item.append(`By what the other threads write, it is ${who}’s to write. `);
      const last = story.last_event(first.block, first.thread);
      item.append(last < 0 ? 'That thread accessed nothing.' : `The last that it did: ${story.access(last)}. `);
      if (last >= 0) item.append(element('button', {onclick: () => go(last)}, 'Show its last access'));
    } else {
      const beside = trace.view.writes_beside(first.index);
      if (beside.length > 0) item.append(`Beside it: ${beside.map((e) => story.access(e)).join('; ')}.`);
    }
    list.append(item);
  }
  for (const violation of trace.violations) {
    const item = element(
      'li',
      {},
      element('strong', {}, `${capital(violation.rule.replaceAll('_', ' '))}. `),
      element('span', {class: 'words'}, violation.message),
      ' ',
    );
    violation.events.forEach((event, index) => {
      if (event === null || event === undefined) return;
      const which = violation.events.length > 1 ? (['first', 'second'][index] ?? `${index + 1}th`) : 'the';
      item.append(
        element('button', {onclick: () => go(event), title: story.access(event)}, `Show ${which} access`),
        ' ',
      );
    });
    if (violation.events.length === 2) {
      item.append(
        element(
          'ol',
          {class: 'accesses'},
          ...violation.events.map((event) => element('li', {}, story.access(event))),
        ),
      );
    }
    list.append(item);
  }
  const waiting = new Map();
  for (const {block, thread, place} of trace.waiting) {
    const key = `${block}|${place}`;
    if (!waiting.has(key)) waiting.set(key, {block, place, threads: []});
    waiting.get(key).threads.push(thread);
  }
  for (const {block, place, threads} of waiting.values()) {
    const where = trace.places[place];
    const text = trace.files[where?.file]?.lines?.[where.line - 1]?.trim();
    list.append(
      element(
        'li',
        {},
        element('strong', {}, 'Waiting. '),
        `Block ${block}, ${story.threads(threads)}: ${story.where(where)}`,
        text ? element('code', {}, ` ${text}`) : '',
      ),
    );
  }
  if (list.children.length === 0) return;
  by_id('findings-card').hidden = false;
  by_id('findings').append(list);
}
