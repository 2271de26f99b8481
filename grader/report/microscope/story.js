// Says in words what a step, a search and a stretch between barriers do; and finds the searches.

const kSectorBytes = 32;

const kDone = {r: ['reads', 'read'], w: ['writes', 'write'], a: ['changes', 'change']};

class Story {
  constructor(trace, replay) {
    this.trace = trace;
    this.replay = replay;
    this.requests = replay.requests;
    this.events = replay.events;
    this.on_host = trace.on_host === true;
    this.home = home_file(trace, this.requests);
    this.find_probes();
    this.find_phases();
  }

  lanes(r) {
    return Array.from(this.events.lane.subarray(this.requests.first[r], this.requests.first[r + 1]));
  }
  indices(r) {
    return Array.from(this.events.index.subarray(this.requests.first[r], this.requests.first[r + 1]));
  }
  array(r) {
    return this.trace.arrays[this.requests.array[r]];
  }
  place(r) {
    return this.trace.places[this.requests.place[r]];
  }

  where(place) {
    if (place === undefined || place === null) return 'an unknown line';
    const file = this.trace.files[place.file];
    const other = file !== undefined && place.file !== this.home ? ` of ${file.name}` : '';
    return place.line > 0 ? `line ${place.line}${other}` : (file?.name ?? 'an unknown line');
  }

  threads(numbers) {
    return new Set(numbers).size === 1 ? `thread ${numbers[0]}` : `threads ${ranges(numbers)}`;
  }

  /// "A[4] = 13" of an event.
  element(e) {
    const array = this.array(this.events.request[e]);
    const value = this.events.value[e];
    return `${element_name(array, this.events.index[e])}${Number.isNaN(value) ? '' : ` = ${short_value(value)}`}`;
  }

  /// What one access was: "thread 3 writes tiles[5] = 7 (line 52)".
  access(e) {
    const r = this.events.request[e];
    const who = this.on_host ? '' : `block ${this.requests.block[r]}, thread ${this.events.lane[e]} `;
    return `${who}${kDone[this.requests.kind[r]][0]} ${this.element(e)} (${this.where(this.place(r))})`;
  }

  /// The last access of a thread; -1: it has none.
  last_event(block, lane) {
    for (let e = this.events.count - 1; e >= 0; --e) {
      if (this.events.lane[e] === lane && this.requests.block[this.events.request[e]] === block) return e;
    }
    return -1;
  }

  /// Of a host function: the request for its return value.
  is_return(r) {
    return this.array(r).name === 'returned';
  }

  /// A sentence for request r.
  step(r) {
    const lanes = this.lanes(r);
    const array = this.array(r);
    const one = lanes.length === 1;
    const what = one ? this.element(this.requests.first[r]) : elements(array.name, this.indices(r));
    const verb = kDone[this.requests.kind[r]];
    const suspects = this.suspects(r)
      .map(({event, words}) => ` ↯ ${words}: ${this.access(event)}.`)
      .join('');
    if (this.is_return(r))
      return `The function returns ${short_value(this.events.value[this.requests.first[r]])}.`;
    if (this.on_host)
      return `${capital(this.where(this.place(r)))} ${verb[0]} ${what}.${this.probe_words(r)}${suspects}`;
    const cost = array.space === 'shared' ? this.turn_words(r) : counted(this.requests.sectors[r], 'sector');
    const block = this.trace.blocks > 1 ? `Block ${this.requests.block[r]}, warp` : 'Warp';
    return (
      `${block} ${this.requests.warp[r]}, ${this.where(this.place(r))}: ${this.threads(lanes)} ` +
      `${verb[one ? 0 : 1]} ${what}: ${cost}.${this.probe_words(r)}${suspects}`
    );
  }

  /// The accesses of request r that broke a rule, or wrote the first wrong element.
  suspects(r) {
    const own = (event) => event !== null && event !== undefined && this.events.request[event] === r;
    const found = [];
    for (const {rule, events} of this.trace.violations) {
      events.forEach((event, index) => {
        const which = events.length > 1 ? `${['first', 'second'][index]} access of the ` : '';
        if (own(event)) found.push({event, words: capital(`${which}${rule.replaceAll('_', ' ')}`)});
      });
    }
    const wrong = this.trace.first_wrong?.event;
    if (own(wrong)) found.push({event: wrong, words: 'First wrong element'});
    return found;
  }

  turn_words(r) {
    const turns = this.requests.turns[r];
    return turns <= 1 ? counted(turns, 'turn') : `${turns} turns, because lanes meet in a bank`;
  }

  probe_words(r) {
    const probes = this.probes_of(r);
    if (probes.length !== 1) return probes.length > 1 ? ` ${probes.length} threads compare here.` : '';
    const [probe] = probes;
    const a = this.trace.merge.a[probe.i],
      b = this.trace.merge.b[probe.j];
    const k = probe.i + probe.j + 1;
    return a <= b
      ? ` A[${probe.i}] = ${a} goes before B[${probe.j}] = ${b}: of the first ${k} outputs more than ${probe.i} come from A.`
      : ` B[${probe.j}] = ${b} goes before A[${probe.i}] = ${a}: of the first ${k} outputs at most ${probe.i} come from A.`;
  }

  /// The probes that request r completes.
  probes_of(r) {
    return this.probes_at.get(r) ?? [];
  }

  /// A probe of a search: a thread reads an element of A and one of B, one after the other, and writes nothing right
  /// after. A search in a separate function is known by its name.
  find_probes() {
    const {requests, events, replay} = this;
    const by_thread = new Map();
    for (let e = 0; e < events.count; ++e) {
      const r = events.request[e];
      const key = requests.block[r] * 4096 + events.lane[e];
      if (!by_thread.has(key)) by_thread.set(key, []);
      by_thread.get(key).push(e);
    }
    this.probes_at = new Map();
    this.probe_requests = [];
    const is_a = (e) => replay.origin[e] < this.trace.merge.m;
    for (const own of by_thread.values()) {
      for (let x = 0; x + 1 < own.length; ++x) {
        const [first, second] = [own[x], own[x + 1]];
        const [r, s] = [events.request[first], events.request[second]];
        if (requests.kind[r] !== 'r' || requests.kind[s] !== 'r' || requests.phase[r] !== requests.phase[s])
          continue;
        if (replay.origin[first] < 0 || replay.origin[second] < 0 || is_a(first) === is_a(second)) continue;
        const name = this.place(s)?.function ?? '';
        const in_search = /rank|search|split|partition|path/i.test(name);
        const writes = [own[x + 2], own[x + 3]].some(
          (e) => e !== undefined && requests.kind[events.request[e]] !== 'r',
        );
        if (!in_search && !this.is_search_lab() && writes) continue;
        const [from_a, from_b] = is_a(first) ? [first, second] : [second, first];
        const probe = {
          i: replay.origin[from_a],
          j: replay.origin[from_b] - this.trace.merge.m,
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

  is_search_lab() {
    return this.trace.merge?.k !== undefined;
  }

  /// The searches that the warp of request r has made since the last barrier, by thread: diagonal, the probes, and the
  /// range of i that they leave.
  searches(r) {
    const {requests} = this;
    const searches = new Map();
    const begin = this.phase_at(r).begin;
    for (let at = first_at_least(this.probe_requests, begin); this.probe_requests[at] <= r; ++at) {
      const s = this.probe_requests[at];
      if (requests.warp[s] !== requests.warp[r]) continue;
      for (const probe of this.probes_of(s)) {
        const k = probe.i + probe.j + 1;
        let search = searches.get(probe.lane);
        if (search === undefined || search.k !== k) {
          search = {k, low: Math.max(0, k - this.trace.merge.n), high: Math.min(k, this.trace.merge.m), probes: []};
          searches.set(probe.lane, search);
        }
        search.probes.push(probe);
        if (this.trace.merge.a[probe.i] <= this.trace.merge.b[probe.j]) {
          search.low = Math.max(search.low, probe.i + 1);
        } else {
          search.high = Math.min(search.high, probe.i);
        }
      }
    }
    return searches;
  }

  /// The stretches between barriers: their first request and the one past their last.
  find_phases() {
    const {requests} = this;
    this.phases = [];
    this.phase_of = new Int32Array(requests.count);
    const c = !this.trace.merge ? -1 : this.replay.array_named('C');
    const written = new Set();
    for (let r = 0; r < requests.count; ++r) {
      const last = this.phases[this.phases.length - 1];
      if (last === undefined || last.block !== requests.block[r] || last.phase !== requests.phase[r]) {
        this.phases.push({
          block: requests.block[r],
          phase: requests.phase[r],
          begin: r,
          end: r,
          uses: new Map(),
          probes: 0,
        });
      }
      const phase = this.phases[this.phases.length - 1];
      phase.end = r + 1;
      this.phase_of[r] = this.phases.length - 1;
      const key = `${requests.kind[r] === 'r' ? 'r' : 'w'} ${requests.array[r]}`;
      if (!phase.uses.has(key)) phase.uses.set(key, new Set());
      for (const index of this.indices(r)) {
        phase.uses.get(key).add(index);
        if (requests.array[r] === c && requests.kind[r] !== 'r') written.add(index);
      }
      phase.probes += this.probes_of(r).length;
      phase.completed = written.size;
    }
    for (const phase of this.phases) {
      phase.barrier = this.trace.barriers.find((b) => b.block === phase.block && b.phase === phase.phase);
    }
  }

  phase_at(r) {
    return this.phases[this.phase_of[r]];
  }

  /// What a stretch does, in pieces: ["reads A[0..31]", "writes tiles[0..31]", "15 comparisons of searches"].
  phase_words(phase) {
    const pieces = [];
    for (const kind of ['r', 'w']) {
      for (const [key, indices] of phase.uses) {
        if (key[0] !== kind) continue;
        pieces.push(
          `${kind === 'r' ? 'reads' : 'writes'} ${elements(this.trace.arrays[+key.slice(2)].name, indices, 3)}`,
        );
      }
    }
    if (phase.probes > 0) pieces.push(counted(phase.probes, 'comparison') + ' of searches');
    return pieces;
  }
}

/// The first place in a sorted list whose number is at least `least`.
function first_at_least(numbers, least) {
  let low = 0,
    high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/// The file of the student's that most barriers are in, or else most accesses; others are named next to their
/// lines.
function home_file(trace, requests) {
  const most = (places) => {
    const counts = trace.files.map(() => 0);
    for (const place of places) {
      const file = trace.places[place]?.file;
      if (trace.files[file]?.lines) ++counts[file];
    }
    const count = Math.max(0, ...counts);
    return count > 0 ? counts.indexOf(count) : -1;
  };
  const by_barriers = most(trace.barriers.map(({place}) => place));
  return by_barriers >= 0 ? by_barriers : most(requests.place);
}
