// What the page's view needs of a merge, or of a search for a co-rank, by the names that the field uses.
/// `k`, `rank` and `expected_rank` are a search's, `expected` and `output` a merge's; `c` is the number of the array C, or -1.
function merge_of(trace) {
  const number = (name) => trace.numbers.find((each) => each.name === name)?.value;
  const [a, b, outputs] = trace.arrays;
  const merge = {
    a: a.input,
    b: b.input,
    c: trace.kit === 'merge' ? 2 : -1,
    m: a.elements,
    n: b.elements,
    section: number('section'),
    tile: number('tile'),
    origins: stable_origins(a.input, b.input),
  };
  if (trace.kit === 'merge') {
    merge.expected = outputs.expected;
    merge.output = outputs.output ?? outputs.expected.map(() => null);
  } else {
    merge.k = number('k');
    merge.rank = outputs.output?.[0] ?? null;
    merge.expected_rank = outputs.expected[0];
  }
  return merge;
}

/// Of the stable merge of two sorted arrays, where each output comes from: i for A[i], m + j for B[j], the numbers of their cells.
function stable_origins(a, b) {
  const origins = [];
  let i = 0,
    j = 0;
  while (i < a.length || j < b.length) {
    const from_a = j >= b.length || (i < a.length && a[i] <= b[j]);
    origins.push(from_a ? i++ : a.length + j++);
  }
  return origins;
}

/// Of each output the thread that merged it, by the last write to it; null where none did.
function who_merged({c, m, n}, replay) {
  const {requests, events} = replay;
  const merged = new Array(m + n).fill(null);
  for (let e = 0; e < events.count; ++e) {
    const r = events.request[e];
    if (requests.array[r] !== c || requests.kind[r] === 'r' || merged[events.index[e]] === undefined) continue;
    const by = merged_by(e, replay);
    merged[events.index[e]] = {lane: events.lane[by], block: requests.block[r], store: e, event: by};
  }
  return merged;
}

/// The event that merged what a write to C stores: the write of the thread that chose it, before any copying.
function merged_by(e, {source, made_by}) {
  let merged = e;
  for (let steps = 0; steps < 4; ++steps) {
    const read = source[merged];
    const earlier = read >= 0 ? made_by[read] : -1;
    if (earlier < 0) return merged; // it comes from A or B itself
    const before = source[earlier];
    if (before >= 0 && made_by[before] < 0) return merged; // `earlier` loaded it
    merged = earlier;
  }
  return merged;
}
