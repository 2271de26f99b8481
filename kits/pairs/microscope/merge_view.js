// The page's views of a merge and of a search for a co-rank: the picture with its legend, what cells of A, B and C look like,
// and who merged what.

class MergeView extends View {
  constructor(trace) {
    super(trace);
    this.page_name = 'merge microscope';
    this.merge = merge_of(trace);
    this.tracked = [0, 1]; // A and B
    this.phase_columns = [['outputs in C', (phase) => phase.completed]];
  }

  wanted_origin(array, index) {
    return array === this.merge.c ? this.merge.origins[index] : undefined;
  }

  begin(replay, story) {
    super.begin(replay, story);
    this.searches = new Searches(this.merge, replay, story);
    this.merged = who_merged(this.merge, replay);
    const written = new Set();
    for (const phase of story.phases) {
      for (const index of phase.uses.get(`w ${this.merge.c}`) ?? []) written.add(index);
      phase.completed = written.size;
    }
    by_id('picture').hidden = false;
    by_id('picture-heading').textContent = 'The merge';
    this.grid = new Grid(by_id('grid'), this);
    this.show_legend();
  }
  show(state, r) {
    const {c} = this.merge;
    const begin = this.replay.offsets[c];
    this.in_c = new Set(c < 0 ? [] : state.origin.subarray(begin, begin + this.trace.arrays[c].elements));
    this.in_c.delete(-1);
    this.grid.show(state, r);
  }
  show_legend() {
    const {trace} = this;
    const {c, k, section, tile} = this.merge;
    const items = c < 0 ? [] : [['from-a', 'from A'], ['from-b', 'from B']];
    items.push(['to-come', c < 0 ? 'path of the merge' : 'still to come']);
    items.push(['ground-a', 'here A’s key goes first'], ['ground-b', 'here B’s']);
    if (trace.first_wrong) items.push(['wrong', '✗ wrong']);
    if (trace.arrays.some((array) => array.space === 'shared')) items.push(['held', 'in shared memory']);
    if (!trace.on_host) items.push(['halo', 'merged by this step’s threads']);
    if (section || k) items.push(['diagonal', k === undefined ? 'ends of sections' : `diagonal ${k}`]);
    if (tile > 0 && tile < section) items.push(['round', 'ends of rounds']);
    items.push(['probe', 'comparison of a search']);
    by_id('legend').append(
      ...items.map(([look, words]) =>
        element('li', {}, element('span', {class: `swatch ${look}`, 'aria-hidden': 'true'}), words),
      ),
    );
  }

  step_words(r) {
    return this.searches.words(r);
  }
  phase_words(phase) {
    const count = this.searches.count(phase);
    return count > 0 ? [`${counted(count, 'comparison')} of searches`] : [];
  }
  phase_note(phase) {
    return `; ${phase.completed} of ${this.merge.origins.length} outputs in C`;
  }

  start_look(array, index) {
    const {tile} = this.merge;
    const {space, elements} = this.trace.arrays[array];
    const has_tiles = space === 'shared' && tile > 1 && elements > tile && elements % tile === 0;
    return has_tiles && index % tile === 0 ? ' tile-start' : '';
  }
  cell_look(array, index, value, origin, ended) {
    const {c, m, expected} = this.merge;
    let look = origin < 0 ? '' : origin < m ? ' of-a' : ' of-b';
    if (array === c && (Number.isNaN(value) ? ended : value !== expected[index])) look += ' wrong';
    if (this.tracked.includes(array) && this.in_c.has(origin)) look += ' merged';
    return look;
  }

  writes_beside(index) {
    return [this.merged[index - 1], this.merged[index + 1]].filter((by) => by).map((by) => by.store);
  }
  outputs_table() {
    const {trace, replay, story, merge} = this;
    const wrong = new Set(trace.arrays[merge.c].wrong);
    const rows = merge.expected.map((key, k) => {
      const by = this.merged[k];
      const who = by && !story.on_host ? `block ${by.block}, thread ${by.lane}, ` : '';
      return [
        k,
        key,
        replay.cell_name(merge.origins[k]),
        merge.output[k] ?? 'never written',
        wrong.has(k) ? '✗ wrong' : '',
        by ? `${who}${story.where(story.place(replay.events.request[by.event]))}` : '–',
      ];
    });
    return table('Each output, and who merged it', ['k', 'expected', 'from', 'output', '', 'merged by'], rows);
  }
}

class RankView extends MergeView {
  message() {
    const {k, rank, expected_rank} = this.merge;
    const is_good = rank === expected_rank;
    const said = this.trace.message ? `${this.trace.message} ` : '';
    const found = `co_rank(${k}) returned ${rank ?? 'nothing'}`;
    return {text: `${said}${found}, ${is_good ? 'which is right' : `expected ${expected_rank}`}.`, is_good};
  }
  outputs_table() {
    const {k, rank, expected_rank} = this.merge;
    return table('The rank', ['k', 'expected', 'returned'], [[k, expected_rank, rank ?? 'nothing']]);
  }
}

kViews.set('merge', MergeView);
kViews.set('co_rank', RankView);
