// Numbers and names in words.

/// "0–7, 12" of sorted or unsorted numbers; after `most` pieces "…".
function ranges(numbers, most = 4) {
  const sorted = [...new Set(numbers)].sort((x, y) => x - y);
  const pieces = [];
  for (let begin = 0; begin < sorted.length;) {
    let end = begin + 1;
    while (end < sorted.length && sorted[end] === sorted[end - 1] + 1) ++end;
    pieces.push(end - begin === 1 ? `${sorted[begin]}` : `${sorted[begin]}–${sorted[end - 1]}`);
    begin = end;
  }
  return pieces.length > most ? `${pieces.slice(0, most).join(', ')}, …` : pieces.join(', ');
}

function elements(name, indices, most = 4) {
  return `${name}[${ranges(indices, most).replaceAll('–', '..')}]`;
}

/// "out[3][5]" of one with two extents; outside of its array, or without extents, "out[77]".
function element_name(array, index) {
  const shape = array.shape ?? [];
  if (shape.length < 2 || index < 0 || index >= array.elements) return `${array.name}[${index}]`;
  const indices = [];
  for (let d = shape.length - 1, rest = index; d >= 0; rest = Math.floor(rest / shape[d]), --d)
    indices.unshift(rest % shape[d]);
  return `${array.name}${indices.map((at) => `[${at}]`).join('')}`;
}

/// An element in six digits.
function short_value(value) {
  return Number.isInteger(value) ? String(value) : String(Number(Number(value).toPrecision(6)));
}

/// A real number in the five letters of a cell: "-.87", "1.5", "2e-3".
function cell_value(value) {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (size < 0.01 || size >= 1000) return value.toExponential(0).replace('e+', 'e');
  return String(Number(value.toPrecision(2))).replace(/^(-?)0\./, '$1.');
}

function counted(number, thing) {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
