// What the page's picture needs of a merge, or of a search for a co-rank, by the names that the field uses.
/// Null for a trace of another function. `k`, `rank` and `expected_rank` are a search's, `expected` and `output` a merge's.
function merge_of(trace) {
  if (trace.kit !== 'merge' && trace.kit !== 'co_rank') return null;
  const number = (name) => trace.numbers.find((each) => each.name === name)?.value;
  const [a, b, outputs] = [0, 1, 2].map((array) => trace.arrays[array]);
  const merge = {
    a: a.input,
    b: b.input,
    m: a.elements,
    n: b.elements,
    section: number('section'),
    tile: number('tile'),
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
