// Says in words what a step and a stretch between barriers do.

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

  /// "in[4] = 13" of an event.
  element(e) {
    const array = this.array(this.events.request[e]);
    const value = this.events.value[e];
    return `${element_name(array, this.events.index[e])}${Number.isNaN(value) ? '' : ` = ${short_value(value)}`}`;
  }

  /// What one access was: "thread 3 writes sums[5] = 7 (line 52)".
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
      return `${capital(this.where(this.place(r)))} ${verb[0]} ${what}.${this.trace.view.step_words(r)}${suspects}`;
    const cost = array.space === 'shared' ? this.turn_words(r) : counted(this.requests.sectors[r], 'sector');
    const block = this.trace.blocks > 1 ? `Block ${this.requests.block[r]}, warp` : 'Warp';
    return (
      `${block} ${this.requests.warp[r]}, ${this.where(this.place(r))}: ${this.threads(lanes)} ` +
      `${verb[one ? 0 : 1]} ${what}: ${cost}.${this.trace.view.step_words(r)}${suspects}`
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

  /// The stretches between barriers: their first request and the one past their last.
  find_phases() {
    const {requests} = this;
    this.phases = [];
    this.phase_of = new Int32Array(requests.count);
    for (let r = 0; r < requests.count; ++r) {
      const last = this.phases[this.phases.length - 1];
      if (last === undefined || last.block !== requests.block[r] || last.phase !== requests.phase[r]) {
        this.phases.push({
          block: requests.block[r],
          phase: requests.phase[r],
          begin: r,
          end: r,
          uses: new Map(),
        });
      }
      const phase = this.phases[this.phases.length - 1];
      phase.end = r + 1;
      this.phase_of[r] = this.phases.length - 1;
      const key = `${requests.kind[r] === 'r' ? 'r' : 'w'} ${requests.array[r]}`;
      if (!phase.uses.has(key)) phase.uses.set(key, new Set());
      for (const index of this.indices(r)) phase.uses.get(key).add(index);
    }
    for (const phase of this.phases) {
      phase.barrier = this.trace.barriers.find((b) => b.block === phase.block && b.phase === phase.phase);
    }
  }

  phase_at(r) {
    return this.phases[this.phase_of[r]];
  }

  /// What a stretch does, in pieces: ["reads in[0..31]", "writes sums[0..31]"].
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
    return [...pieces, ...this.trace.view.phase_words(phase)];
  }
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
