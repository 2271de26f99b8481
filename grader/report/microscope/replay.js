// What every cell holds after each step: writes are played again, from a snapshot that is never far away.

const kSnapshotEvents = 2000;

class Replay {
  /// `trace`: mergelab.trace/2 without its columns; `columns`: what unpackTrace returned.
  constructor(trace, columns) {
    this.trace = trace;
    this.requests = columns.requests;
    this.events = columns.events;
    this.offsets = [];
    this.cells = 0;
    for (const array of trace.arrays) {
      this.offsets.push(this.cells);
      this.cells += array.elements;
    }
    this.find_origins();
    this.snapshots = [];
    this.position = 0;
    this.state = this.first_state();
    let next = 0;
    for (let r = 0; r < this.requests.count; ++r) {
      if (this.requests.first[r] >= next) {
        this.snapshots.push({position: r, state: this.copy()});
        next = this.requests.first[r] + kSnapshotEvents;
      }
      this.apply(r);
    }
    this.seek(0);
  }

  array_named(name) {
    return this.trace.arrays.findIndex((array) => array.name === name);
  }

  /// The cell of an event, or -1 where it lies outside of its array.
  cell(e) {
    const array = this.requests.array[this.events.request[e]];
    const index = this.events.index[e];
    return index >= 0 && index < this.trace.arrays[array].elements ? this.offsets[array] + index : -1;
  }

  first_state() {
    const state = {
      value: new Float64Array(this.cells).fill(NaN),
      origin: new Int32Array(this.cells).fill(-1),
      writer: new Int32Array(this.cells).fill(-1),
      block: 0,
    };
    this.trace.arrays.forEach((array, a) => {
      array.input?.forEach((value, i) => {
        state.value[this.offsets[a] + i] = Number(value);
      });
    });
    if (!this.trace.merge) return state;
    for (const [name, keys, from] of [
      ['A', this.trace.merge.a, 0],
      ['B', this.trace.merge.b, this.trace.merge.m],
    ]) {
      const array = this.array_named(name);
      if (array < 0) continue;
      keys.slice(0, this.trace.arrays[array].elements).forEach((key, i) => {
        state.value[this.offsets[array] + i] = key;
        state.origin[this.offsets[array] + i] = from + i;
      });
    }
    return state;
  }

  copy() {
    const {value, origin, writer, block} = this.state;
    return {value: value.slice(), origin: origin.slice(), writer: writer.slice(), block};
  }

  /// A block begins with nothing in its shared memory.
  enter_block(state, block) {
    if (state.block === block) return;
    state.block = block;
    this.trace.arrays.forEach((array, a) => {
      if (array.space !== 'shared') return;
      const begin = this.offsets[a],
        end = begin + array.elements;
      state.value.fill(NaN, begin, end);
      state.origin.fill(-1, begin, end);
      state.writer.fill(-1, begin, end);
    });
  }

  apply(r) {
    const {requests, events, state} = this;
    this.enter_block(state, requests.block[r]);
    if (requests.kind[r] !== 'r') {
      for (let e = requests.first[r]; e < requests.first[r + 1]; ++e) {
        const cell = this.cell(e);
        if (cell < 0) continue;
        state.value[cell] = events.value[e];
        state.origin[cell] = this.origin[e];
        state.writer[cell] = e;
      }
    }
    this.position = r + 1;
  }

  /// The state after `position` requests.
  seek(position) {
    const near = this.position <= position && position - this.position < 200;
    if (!near) {
      let low = 0,
        high = this.snapshots.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (this.snapshots[middle].position <= position) low = middle;
        else high = middle;
      }
      const snapshot = this.snapshots[low];
      this.state = this.first_state();
      this.position = 0;
      if (snapshot !== undefined) {
        this.state.value.set(snapshot.state.value);
        this.state.origin.set(snapshot.state.origin);
        this.state.writer.set(snapshot.state.writer);
        this.state.block = snapshot.state.block;
        this.position = snapshot.position;
      }
    }
    while (this.position < position) this.apply(this.position);
    return this.state;
  }

  /// Where each value that is read or written comes from: i for A[i], m + j for B[j], -1 for neither. A write takes
  /// what its thread read last with that value; of equal keys, what belongs there if the thread has read it.
  /// `source[e]` is the read that a write passes on, `made_by[e]` the write that a read finds, -1 for none.
  find_origins() {
    const {requests, events} = this;
    this.origin = new Int32Array(events.count).fill(-1);
    this.source = new Int32Array(events.count).fill(-1);
    this.made_by = new Int32Array(events.count).fill(-1);
    this.expected_origin = this.trace.merge ? stable_origins(this.trace.merge.a, this.trace.merge.b) : [];
    const state = this.first_state();
    const c = this.trace.merge ? this.array_named('C') : -1;
    const read = new Map(); // by thread of the block: by value, the reads
    for (let r = 0; r < requests.count; ++r) {
      if (requests.block[r] !== state.block) read.clear();
      this.enter_block(state, requests.block[r]);
      for (let e = requests.first[r]; e < requests.first[r + 1]; ++e) {
        const cell = this.cell(e);
        const value = events.value[e];
        if (!read.has(events.lane[e])) read.set(events.lane[e], new Map());
        const known = read.get(events.lane[e]);
        if (requests.kind[r] !== 'w' && cell >= 0) {
          this.origin[e] = state.origin[cell];
          this.made_by[e] = state.writer[cell];
          if (this.origin[e] >= 0) {
            const reads = (known.get(value) ?? []).filter((other) => this.origin[other] !== this.origin[e]);
            known.set(value, [...reads, e]);
          }
        }
        if (requests.kind[r] !== 'r' && cell >= 0) {
          const reads = known.get(value) ?? [];
          let source = reads.length > 0 ? reads[reads.length - 1] : -1;
          if (requests.array[r] === c) {
            const wanted = this.expected_origin[events.index[e]];
            source = reads.find((other) => this.origin[other] === wanted) ?? source;
          }
          this.source[e] = source;
          this.origin[e] = source >= 0 ? this.origin[source] : -1;
          state.value[cell] = value;
          state.origin[cell] = this.origin[e];
          state.writer[cell] = e;
        }
      }
    }
  }

  /// The event that merged what a write to C stores: the write of the thread that chose it, before any copying.
  merged_by(e) {
    let merged = e;
    for (let steps = 0; steps < 4; ++steps) {
      const read = this.source[merged];
      const earlier = read >= 0 ? this.made_by[read] : -1;
      if (earlier < 0) return merged; // it comes from A or B itself
      const before = this.source[earlier];
      if (before >= 0 && this.made_by[before] < 0) return merged; // `earlier` loaded it
      merged = earlier;
    }
    return merged;
  }
}

/// Of the stable merge of two sorted arrays, where each output comes from.
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
