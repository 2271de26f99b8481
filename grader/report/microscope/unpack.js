// Reads the packed columns of the trace back: microscope.cpp writes them, and says how.
'use strict';

const kAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const kDigits = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 64; ++digit) kDigits[kAlphabet.charCodeAt(digit)] = digit;

/// The numbers of a column, `count` of them. A number is digits of five bits, lowest first; the sixth bit says that
/// another follows. Numbers have their sign in the lowest bit. A 0 is followed by how many more 0s there are.
function unpack(text, count) {
  const numbers = new Float64Array(count);
  let at = 0;
  const next = () => {
    let number = 0;
    for (let scale = 1; ; scale *= 32) {
      const digit = kDigits[text.charCodeAt(at++)];
      number += (digit % 32) * scale;
      if (digit < 32) return number;
    }
  };
  for (let i = 0; i < count; ++i) {
    const coded = next();
    if (coded === 0) {
      i += next();
    } else {
      numbers[i] = coded % 2 === 1 ? -(coded + 1) / 2 : coded / 2;
    }
  }
  return numbers;
}

/// The same for numbers given as differences from the one before.
function unpackDifferences(text, count) {
  const numbers = unpack(text, count);
  for (let i = 1; i < count; ++i) numbers[i] += numbers[i - 1];
  return numbers;
}

/// The columns of requests and events, as mergelab.trace/2 has them, in typed arrays. A value that is unknown is NaN.
function unpackTrace(trace) {
  const packed = trace.packed;
  const count = packed.requests;
  const kinds = unpackDifferences(packed.what, count);
  const requests = {
    count,
    block: unpackDifferences(packed.block, count),
    phase: unpackDifferences(packed.phase, count),
    warp: unpackDifferences(packed.warp, count),
    place: new Int32Array(count),
    kind: new Array(count),
    array: new Int32Array(count),
    sectors: new Int32Array(count),
    turns: new Int32Array(count),
    first: new Int32Array(count + 1),
  };
  const sizes = unpackDifferences(packed.sizes, count);
  for (let r = 0; r < count; ++r) {
    const [place, kind, array, sectors, turns] = packed.kinds[kinds[r]];
    requests.place[r] = place;
    requests.kind[r] = kind;
    requests.array[r] = array;
    requests.sectors[r] = sectors;
    requests.turns[r] = turns;
    requests.first[r + 1] = requests.first[r] + sizes[r];
  }
  const events = {
    count: packed.events,
    lane: unpack(packed.lane, packed.events),
    index: unpack(packed.index, packed.events),
    value: new Float64Array(packed.events),
    request: new Int32Array(packed.events),
  };
  const values = unpackDifferences(packed.value, packed.events);
  for (let r = 0; r < count; ++r) {
    let lane = requests.warp[r] * 32 - 1;
    let index = 0;
    let stride = 0;
    for (let e = requests.first[r]; e < requests.first[r + 1]; ++e) {
      lane = events.lane[e] += lane + 1;
      const before = index;
      index = events.index[e] += index + stride;
      stride = e === requests.first[r] ? 1 : index - before;
      const value = packed.values[values[e]];
      events.value[e] = value === null ? NaN : Number(value);
      events.request[e] = r;
    }
  }
  return {requests, events};
}
