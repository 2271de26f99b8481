// The searches for a co-rank in the picture of the merge: their diagonals, comparisons, and what these leave.

class SearchPicture {
  constructor(plane, {trace, merge, replay, searches}) {
    Object.assign(this, {plane, trace, merge, replay, searches});
    this.searched = plane.line_of('searched');
    this.left_overs = plane.line_of('left-over');
    this.probes = ['probe old', 'probe', 'probe now'].map((name) => plane.line_of(name));
    this.numbers = plane.layer('numbers');
    this.numbered = '';
  }

  /// What a search returned, on its diagonal.
  mark_rank(rank) {
    const {k, m, n, expected_rank} = this.merge;
    const j = k - rank;
    if (rank < 0 || rank > m || j < 0 || j > n) return;
    const right = rank === expected_rank;
    const x = this.plane.x(j),
      y = this.plane.y(rank);
    this.numbers.append(
      svg('path', {class: right ? 'rank' : 'rank bad', d: `M${x} ${y - 8}l8 8l-8 8l-8 -8Z`}),
      svg(
        'text',
        {class: right ? 'rank-text' : 'rank-text bad', x: x + 10, y: y + 17},
        `i = ${rank}, j = ${j}${right ? '' : ' ✗'}`,
      ),
    );
  }

  /// The range of i that a search leaves; one in shared memory can't leave what is loaded there.
  left_over({k, low, high, probes}, window) {
    const {requests} = this.replay;
    const in_tiles = this.trace.arrays[requests.array[probes[0].request]].space === 'shared';
    if (!in_tiles || window === null) return [low, high];
    const {top, bottom, left, right} = window;
    return [Math.max(low, top, k - right), Math.min(high, bottom, k - left)];
  }

  /// Those of request r's warp; `window`: what shared memory holds, or null.
  show(r, window) {
    const searches = r < 0 ? new Map() : this.searches.of_warp(r);
    const now = new Set(r < 0 ? [] : this.searches.probes_of(r));
    const radius = Math.max(2.2, Math.min(5, Math.min(this.plane.x_unit, this.plane.y_unit) * 0.32));
    const few = searches.size <= 4;
    let searched = '',
      left_over = '';
    const circles = ['', '', ''];
    const numbers = [];
    for (const search of searches.values()) {
      if (few) searched += this.plane.diagonal(search.k);
      const [low, high] = this.left_over(search, window);
      if (low <= high) left_over += this.plane.diagonal(search.k, low, high);
      search.probes.forEach((probe, number) => {
        const is_now = now.has(probe);
        circles[is_now ? 2 : number + 1 < search.probes.length ? 0 : 1] += this.plane.circle(
          probe,
          is_now ? radius + 1.5 : radius,
        );
        if (searches.size <= 2 && radius >= 4) numbers.push({...probe, number: number + 1, is_now});
      });
    }
    put(this.searched, 'd', searched);
    put(this.left_overs, 'd', left_over);
    put(this.left_overs, 'class', few ? 'left-over only' : 'left-over');
    circles.forEach((d, at) => put(this.probes[at], 'd', d));
    this.show_numbers(numbers, r + 1 === this.replay.requests.count ? this.merge.rank : null);
  }

  /// Of the probes of few searches, and what came out of one that is over.
  show_numbers(numbers, rank) {
    const shown = JSON.stringify([numbers, rank]);
    if (shown === this.numbered) return;
    this.numbered = shown;
    this.numbers.replaceChildren();
    for (const {i, j, number, is_now} of numbers) {
      this.numbers.append(
        svg(
          'text',
          {
            class: is_now ? 'probe-number now' : 'probe-number',
            x: this.plane.x(j + 0.5),
            y: this.plane.y(i + 0.5) + 3.2,
            'text-anchor': 'middle',
          },
          String(number),
        ),
      );
    }
    if (Number.isInteger(rank)) this.mark_rank(rank);
  }
}
