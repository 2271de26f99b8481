// The grid of the merge: A downwards, B to the right. The merge is a path from the upper left to the lower right; a step
// down takes A's next element, a step to the right B's. All points of the first k outputs lie on diagonal k.

const kPlot = 400; // the longer side, in units of the picture
const kMargin = 30; // for the axes
const kMostLabels = 24; // keys beside an axis

class Grid {
  constructor(holder, trace, replay, story) {
    this.trace = trace;
    this.replay = replay;
    this.story = story;
    const {m, n} = trace;
    const lopsided = Math.max(m, n) > 4 * Math.max(1, Math.min(m, n));
    const longer = Math.max(m, n, 1);
    this.x_unit = lopsided && n < m ? kPlot / 4 / Math.max(n, 1) : kPlot / longer;
    this.y_unit = lopsided && m < n ? kPlot / 4 / Math.max(m, 1) : kPlot / longer;
    this.width = Math.max(n, 1) * this.x_unit;
    this.height = Math.max(m, 1) * this.y_unit;
    this.corner = stable_corners(replay.expected_origin, m);
    this.picture = svg('svg', {
      viewBox: `${-kMargin} ${-kMargin} ${this.width + kMargin + 12} ${this.height + kMargin + 16}`,
      role: 'img',
      'aria-labelledby': 'grid-title',
    });
    this.title = svg('title', {id: 'grid-title'});
    this.picture.append(this.title);
    this.draw_ground();
    this.below = this.layer('shared-window');
    this.draw_diagonals();
    this.shares = this.layer('shares');
    this.halo = this.line_of('halo');
    this.picture.append(svg('path', {class: 'to-come', d: this.path_of(() => true)}));
    this.from_a = this.line_of('from-a');
    this.from_b = this.line_of('from-b');
    this.wrong = this.line_of('wrong-line');
    this.wrong_marks = this.layer('wrong-marks');
    this.search = this.layer('search');
    this.touched = this.layer('touched-axis');
    this.merged = this.who_merged();
    holder.append(this.picture);
  }

  x(j) {
    return j * this.x_unit;
  }
  y(i) {
    return i * this.y_unit;
  }
  layer(name) {
    const made = svg('g', {class: name});
    this.picture.append(made);
    return made;
  }
  line_of(name) {
    const made = svg('path', {class: name});
    this.picture.append(made);
    return made;
  }

  /// The path's steps k for which `wanted(k)`.
  path_of(wanted) {
    let d = '';
    for (let k = 0; k + 1 < this.corner.length; ++k) {
      if (!wanted(k)) continue;
      const [i, j] = this.corner[k],
        [i2, j2] = this.corner[k + 1];
      d += `M${this.x(j)} ${this.y(i)}L${this.x(j2)} ${this.y(i2)}`;
    }
    return d;
  }

  /// On the right of the path A's element goes first, on its left B's: what a search finds out.
  draw_ground() {
    const path = this.corner.map(([i, j]) => `${this.x(j)} ${this.y(i)}`).join('L');
    this.picture.append(
      svg('path', {class: 'a-first', d: `M${path}L${this.width} 0Z`}),
      svg('path', {class: 'b-first', d: `M${path}L0 ${this.height}Z`}),
    );
    const {m, n} = this.trace;
    if (Math.max(m, n) <= 40) {
      let d = '';
      for (let i = 0; i <= m; ++i) d += `M0 ${this.y(i)}H${this.width}`;
      for (let j = 0; j <= n; ++j) d += `M${this.x(j)} 0V${this.height}`;
      this.picture.append(svg('path', {class: 'cells', d}));
    } else {
      this.picture.append(svg('rect', {class: 'cells', x: 0, y: 0, width: this.width, height: this.height}));
    }
    this.draw_axis(this.trace.a, (i) => [-5, this.y(i)], 'end', 'A');
    this.draw_axis(this.trace.b, (j) => [this.x(j), -6], 'middle', 'B');
  }

  draw_axis(keys, at, anchor, name) {
    const each = name === 'A' ? this.y_unit : this.x_unit;
    const widest = Math.max(1, ...keys.map((key) => String(key).length));
    const labels = keys.length <= kMostLabels && (name === 'A' ? widest <= 4 : widest * 7 < each);
    const every = labels ? 1 : Math.max(1, 2 ** Math.ceil(Math.log2(Math.max(1, keys.length / 8))));
    for (let index = 0; index < keys.length; index += every) {
      const [x, y] = at(index + (labels ? 0.5 : 0));
      this.picture.append(
        svg(
          'text',
          {class: labels ? 'key' : 'tick', x, y: name === 'A' ? y + 3.5 : y, 'text-anchor': anchor},
          String(labels ? keys[index] : index),
        ),
      );
    }
    const [x, y] = name === 'A' ? [-4, this.height + 11] : [this.width, -18];
    this.picture.append(
      svg(
        'text',
        {class: name === 'A' ? 'axis axis-a' : 'axis axis-b', x, y, 'text-anchor': 'end'},
        name === 'A' ? 'A ↓' : 'B →',
      ),
    );
  }

  diagonal(k, into, name, low = Math.max(0, k - this.trace.n), high = Math.min(k, this.trace.m)) {
    into.append(
      svg('line', {
        class: name,
        x1: this.x(k - low),
        y1: this.y(low),
        x2: this.x(k - high),
        y2: this.y(high),
      }),
    );
  }

  draw_diagonals() {
    const {m, n, section, tile} = this.trace;
    this.tiles = this.layer('tiles');
    if (section > 0) {
      const sections = this.layer('sections');
      for (let k = section; k < m + n; k += section) this.diagonal(k, sections, 'section');
    }
    if (this.story.is_search_lab()) this.diagonal(this.trace.k, this.layer('sections'), 'section');
    this.has_tiles = tile > 0 && section > 0 && tile < section;
  }

  /// Of each output the thread that merged it, by the last write to it; -1 where none did.
  who_merged() {
    const c = this.replay.array_named('C');
    const merged = new Array(this.trace.m + this.trace.n).fill(null);
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
    const total = trace.m + trace.n;
    const done = (k) =>
      c >= 0 && k < trace.arrays[c].elements && !Number.isNaN(state.value[replay.offsets[c] + k]);
    const right = (k) => done(k) && state.value[replay.offsets[c] + k] === trace.expected[k];
    const is_a = (k) => replay.expected_origin[k] < trace.m;
    this.from_a.setAttribute(
      'd',
      this.path_of((k) => right(k) && is_a(k)),
    );
    this.from_b.setAttribute(
      'd',
      this.path_of((k) => right(k) && !is_a(k)),
    );
    this.wrong.setAttribute(
      'd',
      this.path_of((k) => done(k) && !right(k)),
    );
    this.wrong_marks.replaceChildren();
    let completed = 0;
    let first_wrong = -1;
    for (let k = 0; k < total; ++k) {
      if (done(k)) ++completed;
      if (done(k) && !right(k) && first_wrong < 0) first_wrong = k;
    }
    const marked = first_wrong >= 0 ? first_wrong : (trace.first_wrong?.index ?? -1);
    if (marked >= 0 && marked < total) this.mark_wrong(marked, first_wrong >= 0);
    this.show_window(state, c);
    this.show_block(r, done);
    this.show_search(r);
    this.title.textContent =
      c >= 0
        ? `The path of the merge; ${completed} of ${total} outputs are in C${first_wrong >= 0 ? `, the first wrong one is C[${first_wrong}]` : ''}`
        : 'The path of the merge and the comparisons of the search';
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
    this.below.replaceChildren();
    this.window = null;
    if (held.size === 0) return;
    let d_a = '',
      d_b = '';
    const a = [],
      b = [];
    for (const origin of held) {
      if (origin < trace.m) {
        a.push(origin);
        d_a += `M-2 ${this.y(origin)}V${this.y(origin + 1)}`;
      } else {
        b.push(origin - trace.m);
        d_b += `M${this.x(origin - trace.m)} -2H${this.x(origin - trace.m + 1)}`;
      }
    }
    this.below.append(svg('path', {class: 'held-a', d: d_a}), svg('path', {class: 'held-b', d: d_b}));
    if (a.length === 0 || b.length === 0) return;
    this.window = {
      top: Math.min(...a),
      bottom: Math.max(...a) + 1,
      left: Math.min(...b),
      right: Math.max(...b) + 1,
    };
    const {top, bottom, left, right} = this.window;
    this.below.append(
      svg('rect', {
        class: 'window',
        x: this.x(left),
        y: this.y(top),
        width: this.x(right - left),
        height: this.y(bottom - top),
      }),
    );
  }

  /// The rounds of the block, where its threads' shares meet, and what the threads of this step merge.
  show_block(r, done) {
    const {trace, replay, story} = this;
    this.tiles.replaceChildren();
    this.shares.replaceChildren();
    this.halo.setAttribute('d', '');
    if (r < 0 || this.corner.length < 2) return;
    const block = replay.requests.block[r];
    const total = trace.m + trace.n;
    const begin = trace.section > 0 ? block * trace.section : 0;
    const end = trace.section > 0 ? Math.min(begin + trace.section, total) : total;
    let round_begin = begin,
      round_end = end;
    if (this.has_tiles) {
      for (let k = begin + trace.tile; k < end; k += trace.tile) this.diagonal(k, this.tiles, 'tile');
      let first_open = begin;
      while (first_open < end && done(first_open)) ++first_open;
      round_begin = Math.min(begin + Math.floor((first_open - begin) / trace.tile) * trace.tile, end);
      round_end = Math.min(round_begin + trace.tile, end);
    }
    const lanes = new Set(story.lanes(r));
    const ticks = [];
    for (let k = round_begin; k < round_end; ++k) {
      const here = this.merged[k],
        before = k > round_begin ? this.merged[k - 1] : null;
      if (here && before && (here.lane !== before.lane || here.block !== before.block)) ticks.push(k);
    }
    const spacing = ((round_end - round_begin) * Math.min(this.x_unit, this.y_unit)) / (ticks.length + 1);
    if (spacing >= 4 && ticks.length < 0.75 * (round_end - round_begin)) {
      let d = '';
      for (const k of ticks) {
        const [i, j] = this.corner[k];
        d += `M${this.x(j) - 5} ${this.y(i) + 5}l10 -10`;
      }
      this.shares.append(svg('path', {class: 'share', d}));
    }
    this.halo.setAttribute(
      'd',
      this.path_of(
        (k) =>
          k >= round_begin &&
          k < round_end &&
          this.merged[k] !== null &&
          this.merged[k].block === block &&
          lanes.has(this.merged[k].lane),
      ),
    );
  }

  /// What a search returned, on its diagonal.
  mark_rank(rank) {
    const {k, m, n, expected_rank} = this.trace;
    const j = k - rank;
    if (rank < 0 || rank > m || j < 0 || j > n) return;
    const right = rank === expected_rank;
    const x = this.x(j),
      y = this.y(rank);
    this.search.append(
      svg('path', {class: right ? 'rank' : 'rank bad', d: `M${x} ${y - 8}l8 8l-8 8l-8 -8Z`}),
      svg(
        'text',
        {class: right ? 'rank-text' : 'rank-text bad', x: x + 10, y: y + 17},
        `i = ${rank}, j = ${j}${right ? '' : ' ✗'}`,
      ),
    );
  }

  /// The range of i that a search leaves; one in shared memory can't leave what is loaded there.
  left_over({k, low, high, probes}) {
    const {requests} = this.replay;
    const in_tiles = this.trace.arrays[requests.array[probes[0].request]].space === 'shared';
    if (!in_tiles || this.window === null) return [low, high];
    const {top, bottom, left, right} = this.window;
    return [Math.max(low, top, k - right), Math.min(high, bottom, k - left)];
  }

  show_search(r) {
    this.search.replaceChildren();
    if (r < 0) return;
    if (r + 1 === this.replay.requests.count && Number.isInteger(this.trace.rank))
      this.mark_rank(this.trace.rank);
    const now = new Set(this.story.probes_of(r));
    const searches = this.story.searches(r);
    const radius = Math.max(2.2, Math.min(5, Math.min(this.x_unit, this.y_unit) * 0.32));
    for (const search of searches.values()) {
      if (searches.size <= 4) this.diagonal(search.k, this.search, 'searched');
      const [low, high] = this.left_over(search);
      if (low <= high)
        this.diagonal(search.k, this.search, searches.size <= 4 ? 'left-over only' : 'left-over', low, high);
      search.probes.forEach((probe, number) => {
        const is_now = now.has(probe);
        const x = this.x(probe.j + 0.5),
          y = this.y(probe.i + 0.5);
        this.search.append(
          svg('circle', {
            class: is_now ? 'probe now' : number + 1 < search.probes.length ? 'probe old' : 'probe',
            cx: x,
            cy: y,
            r: is_now ? radius + 1.5 : radius,
          }),
        );
        if (searches.size <= 2 && radius >= 4) {
          this.search.append(
            svg(
              'text',
              {class: is_now ? 'probe-number now' : 'probe-number', x, y: y + 3.2, 'text-anchor': 'middle'},
              String(number + 1),
            ),
          );
        }
      });
    }
  }
}

/// The points (i, j) of the path, one for each number of outputs.
function stable_corners(origins, m) {
  const corners = [[0, 0]];
  for (const origin of origins) {
    const [i, j] = corners[corners.length - 1];
    corners.push(origin < m ? [i + 1, j] : [i, j + 1]);
  }
  return corners;
}
