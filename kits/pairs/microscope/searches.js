// Finds the searches for a co-rank in a run, and says in words what they compare.

class Searches {
  constructor(merge, replay, story) {
    this.merge = merge;
    this.replay = replay;
    this.story = story;
    this.find_probes();
  }

  /// A probe of a search: a thread reads an element of A and one of B, one after the other, and writes nothing right
  /// after. A search in a separate function is known by its name.
  find_probes() {
    const {requests, events, origin} = this.replay;
    const by_thread = new Map();
    for (let e = 0; e < events.count; ++e) {
      const r = events.request[e];
      const key = requests.block[r] * 4096 + events.lane[e];
      if (!by_thread.has(key)) by_thread.set(key, []);
      by_thread.get(key).push(e);
    }
    this.probes_at = new Map();
    const is_a = (e) => origin[e] < this.merge.m;
    for (const own of by_thread.values()) {
      for (let x = 0; x + 1 < own.length; ++x) {
        const [first, second] = [own[x], own[x + 1]];
        const [r, s] = [events.request[first], events.request[second]];
        if (requests.kind[r] !== 'r' || requests.kind[s] !== 'r' || requests.phase[r] !== requests.phase[s])
          continue;
        if (origin[first] < 0 || origin[second] < 0 || is_a(first) === is_a(second)) continue;
        const name = this.story.place(s)?.function ?? '';
        const in_search = /rank|search|split|partition|path/i.test(name);
        const writes = [own[x + 2], own[x + 3]].some(
          (e) => e !== undefined && requests.kind[events.request[e]] !== 'r',
        );
        if (!in_search && this.merge.k === undefined && writes) continue;
        const [from_a, from_b] = is_a(first) ? [first, second] : [second, first];
        const probe = {
          i: origin[from_a],
          j: origin[from_b] - this.merge.m,
          lane: events.lane[second],
          request: s,
        };
        if (!this.probes_at.has(s)) this.probes_at.set(s, []);
        this.probes_at.get(s).push(probe);
        ++x;
      }
    }
    this.probe_requests = [...this.probes_at.keys()].sort((x, y) => x - y);
  }

  /// The probes that request r completes.
  probes_of(r) {
    return this.probes_at.get(r) ?? [];
  }

  /// How many a stretch between barriers has.
  count({begin, end}) {
    let count = 0;
    for (let r = begin; r < end; ++r) count += this.probes_of(r).length;
    return count;
  }

  words(r) {
    const probes = this.probes_of(r);
    if (probes.length !== 1) return probes.length > 1 ? ` ${probes.length} threads compare here.` : '';
    const [probe] = probes;
    const a = this.merge.a[probe.i],
      b = this.merge.b[probe.j];
    const k = probe.i + probe.j + 1;
    return a <= b
      ? ` A[${probe.i}] = ${a} goes before B[${probe.j}] = ${b}: of the first ${k} outputs more than ${probe.i} come from A.`
      : ` B[${probe.j}] = ${b} goes before A[${probe.i}] = ${a}: of the first ${k} outputs at most ${probe.i} come from A.`;
  }

  /// The searches that the warp of request r has made since the last barrier, by thread: diagonal, the probes, and the
  /// range of i that they leave.
  of_warp(r) {
    const {requests} = this.replay;
    const searches = new Map();
    const {begin} = this.story.phase_at(r);
    for (const s of this.probe_requests) {
      if (s < begin || s > r || requests.warp[s] !== requests.warp[r]) continue;
      for (const probe of this.probes_of(s)) {
        const k = probe.i + probe.j + 1;
        let search = searches.get(probe.lane);
        if (search === undefined || search.k !== k) {
          search = {k, low: Math.max(0, k - this.merge.n), high: Math.min(k, this.merge.m), probes: []};
          searches.set(probe.lane, search);
        }
        search.probes.push(probe);
        if (this.merge.a[probe.i] <= this.merge.b[probe.j]) {
          search.low = Math.max(search.low, probe.i + 1);
        } else {
          search.high = Math.min(search.high, probe.i);
        }
      }
    }
    return searches;
  }
}
