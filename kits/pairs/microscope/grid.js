// What changes in the picture of the merge: which outputs are in C, what shared memory holds, the rounds and the shares of
// the threads.

class Grid extends Plane {
  constructor(holder, trace, replay, story) {
    super(trace, replay.expected_origin);
    this.replay = replay;
    this.story = story;
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
    this.search = new SearchPicture(this, replay, story);
    this.merged = this.who_merged();
    holder.append(this.picture);
  }

  draw_diagonals() {
    const {m, n, section, tile} = this.trace.merge;
    this.tiles = this.line_of('tile');
    const sections = this.line_of('section');
    if (section > 0) put(sections, 'd', this.diagonals(section, m + n, section));
    if (this.story.is_search_lab()) put(sections, 'd', this.diagonal(this.trace.merge.k));
    this.has_tiles = tile > 0 && section > 0 && tile < section;
  }

  /// Of each output the thread that merged it, by the last write to it; -1 where none did.
  who_merged() {
    const c = this.replay.array_named('C');
    const merged = new Array(this.trace.merge.m + this.trace.merge.n).fill(null);
    const {requests, events} = this.replay;
    for (let e = 0; e < events.count; ++e) {
      const r = events.request[e];
      if (requests.array[r] !== c || requests.kind[r] === 'r' || merged[events.index[e]] === undefined)
        continue;
      const by = this.replay.merged_by(e);
      merged[events.index[e]] = {lane: events.lane[by], block: requests.block[r], store: e, event: by};
    }
    return merged;
  }

  /// Shows the state after request r; r is -1 before the first.
  show(state, r) {
    const {trace, replay, story} = this;
    const c = replay.array_named('C');
    const total = trace.merge.m + trace.merge.n;
    const done = (k) =>
      c >= 0 && k < trace.arrays[c].elements && !Number.isNaN(state.value[replay.offsets[c] + k]);
    const right = (k) => done(k) && state.value[replay.offsets[c] + k] === trace.merge.expected[k];
    const is_a = (k) => replay.expected_origin[k] < trace.merge.m;
    put(
      this.from_a,
      'd',
      this.path_of((k) => right(k) && is_a(k)),
    );
    put(
      this.from_b,
      'd',
      this.path_of((k) => right(k) && !is_a(k)),
    );
    put(
      this.wrong,
      'd',
      this.path_of((k) => done(k) && !right(k)),
    );
    let completed = 0;
    let first_wrong = -1;
    for (let k = 0; k < total; ++k) {
      if (done(k)) ++completed;
      if (done(k) && !right(k) && first_wrong < 0) first_wrong = k;
    }
    const marked = first_wrong >= 0 ? first_wrong : (trace.first_wrong?.index ?? -1);
    const mark = marked >= 0 && marked < total ? `${marked} ${first_wrong >= 0}` : '';
    if (mark !== this.marked) {
      this.wrong_marks.replaceChildren();
      if (mark !== '') this.mark_wrong(marked, first_wrong >= 0);
      this.marked = mark;
    }
    this.show_window(state, c);
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
  show_window(state, c) {
    const {trace, replay} = this;
    const held = new Set();
    const merged = new Set(
      c < 0 ? [] : state.origin.subarray(replay.offsets[c], replay.offsets[c] + trace.arrays[c].elements),
    );
    trace.arrays.forEach((array, a) => {
      if (array.space !== 'shared') return;
      for (let cell = replay.offsets[a]; cell < replay.offsets[a] + array.elements; ++cell) {
        const origin = state.origin[cell];
        const read = origin >= 0 && state.writer[cell] >= 0 ? replay.source[state.writer[cell]] : -1;
        if (read >= 0 && replay.made_by[read] < 0 && !merged.has(origin)) held.add(origin);
      }
    });
    this.window = null;
    let d_a = '',
      d_b = '';
    const a = [],
      b = [];
    for (const origin of held) {
      if (origin < trace.merge.m) {
        a.push(origin);
        d_a += `M-2 ${this.y(origin)}V${this.y(origin + 1)}`;
      } else {
        b.push(origin - trace.merge.m);
        d_b += `M${this.x(origin - trace.merge.m)} -2H${this.x(origin - trace.merge.m + 1)}`;
      }
    }
    put(this.held_a, 'd', d_a);
    put(this.held_b, 'd', d_b);
    if (a.length > 0 && b.length > 0) {
      this.window = {
        top: Math.min(...a),
        bottom: Math.max(...a) + 1,
        left: Math.min(...b),
        right: Math.max(...b) + 1,
      };
    }
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
    const {trace, replay, story} = this;
    const block = replay.requests.block[r];
    const total = trace.merge.m + trace.merge.n;
    const begin = trace.merge.section > 0 ? block * trace.merge.section : 0;
    const end = trace.merge.section > 0 ? Math.min(begin + trace.merge.section, total) : total;
    let round_begin = begin,
      round_end = end;
    if (this.has_tiles) {
      let first_open = begin;
      while (first_open < end && done(first_open)) ++first_open;
      round_begin = Math.min(begin + Math.floor((first_open - begin) / trace.merge.tile) * trace.merge.tile, end);
      round_end = Math.min(round_begin + trace.merge.tile, end);
    }
    const lanes = new Set(story.lanes(r));
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
      tiles: this.has_tiles ? this.diagonals(begin + trace.merge.tile, end, trace.merge.tile) : '',
      shares,
      halo: this.path_of(
        (k) =>
          k >= round_begin &&
          k < round_end &&
          this.merged[k] !== null &&
          this.merged[k].block === block &&
          lanes.has(this.merged[k].lane),
      ),
    };
  }
}
