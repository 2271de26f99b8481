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
    this.state = this.first_state();
    this.snapshots = [{position: 0, state: copy_of(this.state)}];
    let next = kSnapshotEvents;
    for (let r = 0; r < this.requests.count; ++r) {
      if (this.requests.first[r] >= next) {
        this.snapshots.push({position: r, state: copy_of(this.state)});
        next = this.requests.first[r] + kSnapshotEvents;
      }
      this.apply(r);
    }
    this.seek(0);
  }

  /// The cell of an event, or -1 where it lies outside of its array.
  cell(e) {
    const array = this.requests.array[this.events.request[e]];
    const index = this.events.index[e];
    return index >= 0 && index < this.trace.arrays[array].elements ? this.offsets[array] + index : -1;
  }

  /// The array and the index of a cell.
  place(cell) {
    let a = this.offsets.length - 1;
    while (this.offsets[a] > cell) --a;
    return {array: this.trace.arrays[a], index: cell - this.offsets[a]};
  }
  cell_name(cell) {
    const {array, index} = this.place(cell);
    return element_name(array, index);
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
    for (const a of this.trace.view.tracked)
      for (let i = 0; i < this.trace.arrays[a].elements; ++i) state.origin[this.offsets[a] + i] = this.offsets[a] + i;
    return state;
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
      const snapshot = this.snapshots.filter((each) => each.position <= position).pop();
      this.state = copy_of(snapshot.state);
      this.position = snapshot.position;
    }
    while (this.position < position) this.apply(this.position);
    return this.state;
  }

  /// Where each value that is read or written comes from. A write takes what its thread read last with that value; of
  /// equal ones, what belongs there if the thread has read it.
  /// `source[e]` is the read that a write passes on, `made_by[e]` the write that a read finds, -1 for none.
  find_origins() {
    const {requests, events} = this;
    this.origin = new Int32Array(events.count).fill(-1);
    this.source = new Int32Array(events.count).fill(-1);
    this.made_by = new Int32Array(events.count).fill(-1);
    const state = this.first_state();
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
          const wanted = this.trace.view.wanted_origin(requests.array[r], events.index[e]);
          const source = reads.find((other) => this.origin[other] === wanted) ?? reads[reads.length - 1] ?? -1;
          this.source[e] = source;
          this.origin[e] = source >= 0 ? this.origin[source] : -1;
          state.value[cell] = value;
          state.origin[cell] = this.origin[e];
          state.writer[cell] = e;
        }
      }
    }
  }
}

function copy_of({value, origin, writer, block}) {
  return {value: value.slice(), origin: origin.slice(), writer: writer.slice(), block};
}
