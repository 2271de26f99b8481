// What changes in the picture of the merge: which outputs are in C, what shared memory holds, the rounds and the shares of
// the threads.

class Grid extends Plane {
  constructor(holder, view) {
    super(view.merge);
    this.view = view;
    this.trace = view.trace;
    this.replay = view.replay;
    this.merged = view.merged;
    this.window_box = svg('rect', {class: 'window'});
    this.picture.append(this.window_box);
    this.held_a = this.line_of('held-a');
    this.held_b = this.line_of('held-b');
    this.draw_diagonals();
    this.shares = this.line_of('share');
    this.halo = this.line_of('halo');
    this.picture.append(svg('path', {class: 'to-come', d: this.path_of(() => true)}));
    this.from_a = this.line_of('from-a');
    this.from_b = this.line_of('from-b');
    this.wrong = this.line_of('wrong-line');
    this.wrong_marks = this.layer('wrong-marks');
    this.search = new SearchPicture(this, view);
    holder.append(this.picture);
  }

  draw_diagonals() {
    const {k, m, n, section, tile} = this.merge;
    this.tiles = this.line_of('tile');
    const sections = this.line_of('section');
    if (section > 0) put(sections, 'd', this.diagonals(section, m + n, section));
    if (k !== undefined) put(sections, 'd', this.diagonal(k));
    this.has_tiles = tile > 0 && section > 0 && tile < section;
  }

  /// Shows the state after request r; r is -1 before the first.
  show(state, r) {
    const {trace, replay} = this;
    const {c, m, expected, origins} = this.merge;
    const total = origins.length;
    const done = (k) =>
      c >= 0 && k < trace.arrays[c].elements && !Number.isNaN(state.value[replay.offsets[c] + k]);
    const right = (k) => done(k) && state.value[replay.offsets[c] + k] === expected[k];
    const is_a = (k) => origins[k] < m;
    const is_wrong = (k) => done(k) && !right(k);
    put(this.from_a, 'd', this.path_of((k) => right(k) && is_a(k)));
    put(this.from_b, 'd', this.path_of((k) => right(k) && !is_a(k)));
    put(this.wrong, 'd', this.path_of(is_wrong));
    const completed = origins.filter((_, k) => done(k)).length;
    const first_wrong = origins.findIndex((_, k) => is_wrong(k));
    const marked = first_wrong >= 0 ? first_wrong : (trace.first_wrong?.index ?? -1);
    const mark = marked >= 0 && marked < total ? `${marked} ${first_wrong >= 0}` : '';
    if (mark !== this.marked) {
      this.wrong_marks.replaceChildren();
      if (mark !== '') this.mark_wrong(marked, first_wrong >= 0);
      this.marked = mark;
    }
    this.show_window(state);
    this.show_block(r, done);
    this.search.show(r, this.window);
    const title =
      c >= 0
        ? `The path of the merge; ${completed} of ${total} outputs are in C${first_wrong >= 0 ? `, the first wrong one is C[${first_wrong}]` : ''}`
        : 'The path of the merge and the comparisons of the search';
    if (this.title.textContent !== title) this.title.textContent = title;
  }

  mark_wrong(k, now) {
    const [i, j] = this.corner[k],
      [i2, j2] = this.corner[k + 1];
    const x = this.x((j + j2) / 2),
      y = this.y((i + i2) / 2),
      size = 5;
    this.wrong_marks.append(
      svg('circle', {class: now ? 'wrong-disc' : 'wrong-disc later', cx: x, cy: y, r: 8}),
      svg('path', {
        class: now ? 'cross' : 'cross later',
        d: `M${x - size + 1} ${y - size + 1}l8 8m0 -8l-8 8`,
      }),
    );
  }

  /// What shared memory holds of A and of B and C has not, beside the axes, and the rectangle that it spans. Only what
  /// was loaded from A and B counts: a tile of outputs holds elements of both, too.
  show_window(state) {
    const {trace, replay} = this;
    const {m} = this.merge;
    const held = new Set();
    trace.arrays.forEach((array, a) => {
      if (array.space !== 'shared') return;
      for (let cell = replay.offsets[a]; cell < replay.offsets[a] + array.elements; ++cell) {
        const origin = state.origin[cell];
        const read = origin >= 0 && state.writer[cell] >= 0 ? replay.source[state.writer[cell]] : -1;
        if (read >= 0 && replay.made_by[read] < 0 && !this.view.in_c.has(origin)) held.add(origin);
      }
    });
    const a = [...held].filter((origin) => origin < m);
    const b = [...held].filter((origin) => origin >= m).map((origin) => origin - m);
    put(this.held_a, 'd', a.map((i) => `M-2 ${this.y(i)}V${this.y(i + 1)}`).join(''));
    put(this.held_b, 'd', b.map((j) => `M${this.x(j)} -2H${this.x(j + 1)}`).join(''));
    this.window =
      a.length > 0 && b.length > 0
        ? {top: Math.min(...a), bottom: Math.max(...a) + 1, left: Math.min(...b), right: Math.max(...b) + 1}
        : null;
    const {top, bottom, left, right} = this.window ?? {top: 0, bottom: 0, left: 0, right: 0};
    put(this.window_box, 'x', this.x(left));
    put(this.window_box, 'y', this.y(top));
    put(this.window_box, 'width', this.x(right - left));
    put(this.window_box, 'height', this.y(bottom - top));
  }

  /// The rounds of the block, where its threads' shares meet, and what the threads of this step merge.
  show_block(r, done) {
    const shown =
      r >= 0 && this.corner.length >= 2 ? this.show_round(r, done) : {tiles: '', shares: '', halo: ''};
    for (const [name, d] of Object.entries(shown)) put(this[name], 'd', d);
  }
  show_round(r, done) {
    const {section, tile, origins} = this.merge;
    const block = this.replay.requests.block[r];
    const begin = section > 0 ? block * section : 0;
    const end = section > 0 ? Math.min(begin + section, origins.length) : origins.length;
    let round_begin = begin,
      round_end = end;
    if (this.has_tiles) {
      let first_open = begin;
      while (first_open < end && done(first_open)) ++first_open;
      round_begin = Math.min(begin + Math.floor((first_open - begin) / tile) * tile, end);
      round_end = Math.min(round_begin + tile, end);
    }
    const lanes = new Set(this.view.story.lanes(r));
    const is_here = (by) => by !== null && by.block === block && lanes.has(by.lane);
    const ticks = [];
    for (let k = round_begin; k < round_end; ++k) {
      const here = this.merged[k],
        before = k > round_begin ? this.merged[k - 1] : null;
      if (here && before && (here.lane !== before.lane || here.block !== before.block)) ticks.push(k);
    }
    const spacing = ((round_end - round_begin) * Math.min(this.x_unit, this.y_unit)) / (ticks.length + 1);
    let shares = '';
    if (spacing >= 4 && ticks.length < 0.75 * (round_end - round_begin)) {
      for (const k of ticks) {
        const [i, j] = this.corner[k];
        shares += `M${this.x(j) - 5} ${this.y(i) + 5}l10 -10`;
      }
    }
    return {
      tiles: this.has_tiles ? this.diagonals(begin + tile, end, tile) : '',
      shares,
      halo: this.path_of((k) => k >= round_begin && k < round_end && is_here(this.merged[k])),
    };
  }
}
