// Makes elements. What a student wrote becomes text only, never markup.

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined)
      made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/// Sets an attribute where it differs: a browser takes each setting for a change.
function put(node, name, value) {
  node.shown ??= {};
  if (node.shown[name] === value) return;
  node.shown[name] = value;
  node.setAttribute(name, value);
}

function by_id(id) {
  return document.getElementById(id);
}

/// A table with a caption; cells that are numbers are set to the right.
function table(caption, heads, rows) {
  const cell = (value) =>
    element(
      'td',
      {class: typeof value === 'number' ? 'number' : false},
      typeof value === 'number' ? value.toLocaleString('en') : value,
    );
  return element(
    'table',
    {},
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', {scope: 'col'}, head)))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell)))),
  );
}
