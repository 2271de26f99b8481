// What stays the same while one steps: verdict and score, findings, times on a GPU, tables.

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

function show_header(trace, report) {
  const number = /^0*(\d+)/.exec(trace.lab)?.[1];
  const title = `${number ? `Lab ${number}: ` : ''}${trace.title}`;
  document.title = `${title} – merge microscope`;
  by_id('title').textContent = title;
  const sizes = [`m = ${trace.m}`, `n = ${trace.n}`];
  if (trace.k !== undefined && trace.k !== null) sizes.push(`k = ${trace.k}`);
  if (trace.section) sizes.push(`section ${trace.section}`);
  if (trace.tile) sizes.push(`tile ${trace.tile}`);
  if (trace.on_host !== true)
    sizes.push(`${counted(trace.blocks, 'block')} of ${counted(trace.threads, 'thread')}`);
  by_id('what-ran').textContent = `Your run of ${trace.case}: ${sizes.join(', ')}`;
  const passed = trace.verdict === 'passed';
  const verdict = by_id('verdict');
  verdict.className = `verdict ${passed ? 'good' : 'bad'}`;
  verdict.append(element('strong', {}, `${passed ? '✓' : '✗'} ${verdict_words(trace.verdict)}`));
  if (report !== null && report.score !== null && report.score !== undefined) {
    verdict.append(element('span', {}, `lab ${report.score} / ${report.max_score}`));
  }
  if (trace.message) {
    by_id('message').textContent = trace.message;
    by_id('message').hidden = false;
  }
  if (trace.rank !== undefined) {
    const right = trace.rank === trace.expected_rank;
    by_id('message').hidden = false;
    by_id('message').textContent =
      `${trace.message ? `${trace.message} ` : ''}co_rank(${trace.k}) returned ` +
      `${trace.rank === null ? 'nothing' : trace.rank}${right ? ', which is right' : `, expected ${trace.expected_rank}`}.`;
    by_id('message').classList.toggle('plain', right);
  }
}

function show_score(report) {
  if (report === null || !(report.items?.length > 0)) return;
  by_id('score-card').hidden = false;
  const rows = report.items.map((item) => [
    item.id,
    verdict_words(item.status),
    `${item.score} / ${item.max_score}`,
    item.message || item.about || '',
  ]);
  by_id('score').append(table('Items of the lab', ['item', 'verdict', 'points', 'what it says'], rows));
}

/// Bars beside a copy of as many bytes, the reference and CUB, where the report has times of a GPU.
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
function show_findings(trace, story, grid, go) {
  const list = element('ul', {class: 'findings'});
  const first = trace.first_wrong;
  if (first) {
    const words = `C[${first.index}] is ${first.got === null ? 'never written' : first.got}, expected ${first.expected}`;
    const by =
      first.event === null || first.event === undefined
        ? ''
        : `: ${story.access(first.event)} was the last write to it`;
    const neighbours =
      by === ''
        ? [first.index - 1, first.index + 1]
            .filter((k) => grid.merged[k])
            .map((k) => ` ${story.access(grid.merged[k].store)}.`)
            .join('')
        : '';
    const item = element(
      'li',
      {},
      element('strong', {}, 'First wrong element. '),
      `${words}${by}. ${neighbours === '' ? '' : `Beside it:${neighbours}`}`,
    );
    if (by !== '') item.append(element('button', {onclick: () => go(first.event)}, 'Show the write'));
    list.append(item);
  }
  for (const violation of trace.violations) {
    const item = element(
      'li',
      {},
      element('strong', {}, `${capital(violation.rule.replaceAll('_', ' '))}. `),
      violation.message,
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

/// Built when they are asked for: opened or printed.
function show_tables(trace, story, replay, grid) {
  const origin_name = (origin) => (origin < trace.m ? `A[${origin}]` : `B[${origin - trace.m}]`);
  const parts = [
    [
      'Outputs',
      () => {
        if (!trace.expected)
          return table(
            'The rank',
            ['k', 'expected', 'returned'],
            [[trace.k, trace.expected_rank, trace.rank ?? 'nothing']],
          );
        const rows = trace.expected.map((key, k) => {
          const by = grid.merged[k];
          const got = trace.output[k];
          return [
            k,
            key,
            origin_name(replay.expected_origin[k]),
            got ?? 'never written',
            got === key ? '' : '✗ wrong',
            by
              ? `${story.on_host ? '' : `block ${by.block}, thread ${by.lane}, `}${story.where(story.place(replay.events.request[by.event]))}`
              : '–',
          ];
        });
        return table(
          'Each output, and who merged it',
          ['k', 'expected', 'from', 'output', '', 'merged by'],
          rows,
        );
      },
    ],
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
          ['block', 'phase', 'steps', 'what', 'outputs in C'],
          story.phases.map((phase) => [
            phase.block,
            phase.phase,
            phase.end - phase.begin,
            story.phase_words(phase).join('; '),
            phase.completed,
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
  let opened = [];
  window.addEventListener('beforeprint', () => {
    opened = all.filter(({details}) => !details.open);
    for (const {details, fill} of all) {
      fill();
      details.open = true;
    }
  });
  window.addEventListener('afterprint', () => {
    for (const {details} of opened) details.open = false;
  });
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
      : 'to the end';
    const name = `${trace.blocks > 1 ? `Block ${phase.block}, phase ${phase.phase}` : `Phase ${phase.phase}`}`;
    const button = element(
      'button',
      {class: 'phase', onclick: () => go(phase.begin + 1)},
      element('strong', {}, name),
      element('span', {}, story.phase_words(phase).join('; ')),
      element('span', {class: 'quiet'}, `${ends}; ${phase.completed} of ${trace.m + trace.n} outputs in C`),
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
