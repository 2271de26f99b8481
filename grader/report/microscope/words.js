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

function counted(number, thing) {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
