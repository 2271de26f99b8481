// Arrays of two dimensions of unsigned char, as pictures: the inputs, and of each output what is expected, what the
// function made, and the difference.

const kMostPixels = 320; // of a picture's longer side on the page

function show_pictures(holder, trace) {
  for (const array of trace.arrays) {
    if (array.type !== 'unsigned char' || array.shape?.length !== 2 || array.elements === 0) continue;
    const grey = (value) => (value === null ? null : [value, value, value]);
    const add = (words, values, colour) => holder.append(picture(`${array.name}${words}`, array.shape, values, colour));
    if (array.input) add(array.expected ? ': before' : '', array.input.map(Number), grey);
    if (!array.expected) continue;
    const expected = array.expected.map(Number);
    const got = array.output.map((value) => (value === null ? null : Number(value)));
    const difference = got.map((value, i) => (value === null ? null : value - expected[i]));
    add(': expected', expected, grey);
    add(': got', got, grey);
    // Small differences are visible, too.
    const most = Math.max(1, ...difference.map(Math.abs));
    add(': got - expected', difference, (value) => {
      if (value === null) return null;
      const light = 255 - Math.round((200 * Math.abs(value)) / most);
      return value === 0 ? [255, 255, 255] : value > 0 ? [255, light, light] : [light, light, 255];
    });
  }
  return holder.childElementCount > 0;
}

/// `colour` gives a value's red, green and blue, or null where nothing was written: that is magenta.
function picture(title, [rows, columns], values, colour) {
  const canvas = element('canvas', {width: columns, height: rows, role: 'img', 'aria-label': title});
  const context = canvas.getContext('2d');
  const image = context.createImageData(columns, rows);
  values.forEach((value, i) => image.data.set([...(colour(value) ?? [255, 0, 255]), 255], 4 * i));
  context.putImageData(image, 0, 0);
  const scale = Math.max(1, Math.floor(kMostPixels / Math.max(rows, columns)));
  canvas.style.width = `${columns * scale}px`;
  const unwritten = values.filter((value) => value === null).length;
  const note = unwritten > 0 ? `, ${counted(unwritten, 'pixel')} never written (magenta)` : '';
  return element('figure', {}, canvas, element('figcaption', {}, `${title}, ${columns} × ${rows}${note}`));
}
