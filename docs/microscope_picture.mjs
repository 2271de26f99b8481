// The picture of a merge microscope's page as an SVG file, drawn by the page's own scripts: a document for them, without a
// browser. A page opens at what went wrong, and so does its picture.
//
//   node docs/microscope_picture.mjs PAGE.html >PICTURE.svg
import {readFileSync} from 'node:fs';
import vm from 'node:vm';

const page = readFileSync(process.argv[2], 'utf8');
const between = (begin, end) => page.split(begin)[1].split(end)[0];
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/// What the scripts use of an element; whatever only a browser has does nothing.
class Node {
  constructor(name) {
    Object.assign(this, {name, attributes: {}, children: [], style: {}, clientWidth: 0, clientHeight: 0});
    this.classList = {toggle() {}, add() {}, remove() {}};
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  removeAttribute(name) {
    delete this.attributes[name];
  }
  append(...nodes) {
    this.children.push(...nodes);
  }
  prepend(...nodes) {
    this.children.unshift(...nodes);
  }
  replaceChildren(...nodes) {
    this.children = nodes;
  }
  get textContent() {
    return this.children.map((child) => child.textContent ?? String(child)).join('');
  }
  set textContent(text) {
    this.children = [text];
  }
  addEventListener() {}
  getContext() {
    return new Proxy({}, {get: () => () => {}});
  }
  get markup() {
    const attributes = Object.entries(this.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
    const inside = this.children.map((child) => child.markup ?? escaped(String(child))).join('');
    if (inside === '' && this.attributes.d === '') return '';
    return `<${this.name}${attributes.join('')}>${inside}</${this.name}>\n`;
  }
}

const nodes = {};
const by_id = (id) => (nodes[id] ??= new Node('div'));
by_id('data').textContent = between('<script type="application/json" id="data">', '</script>');
const browser = {
  document: {
    createElement: (name) => new Node(name),
    createElementNS: (_, name) => new Node(name),
    getElementById: by_id,
    addEventListener() {},
  },
  window: {addEventListener() {}},
  getComputedStyle: () => ({getPropertyValue: () => ''}),
  devicePixelRatio: 1,
  innerWidth: 0,
  ResizeObserver: class {
    observe() {}
  },
  atob,
};
vm.runInNewContext(between('</script>\n<script>', '</script>'), browser);

// The picture with the sentence of its step below, in lines that fit.
const picture = by_id('grid').children[0];
const [left, top, width, height] = picture.attributes.viewBox.split(' ').map(Number);
const lines = [''];
for (const word of by_id('now').textContent.trim().split(/\s+/)) {
  if (lines.at(-1).length + word.length > 66) lines.push('');
  lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${word}`;
}
lines.forEach((line, index) => {
  const text = new Node('text');
  text.setAttribute('class', 'now');
  text.setAttribute('x', left + 4);
  text.setAttribute('y', top + height + 12 + 14 * index);
  text.append(line);
  picture.append(text);
});
picture.setAttribute('id', 'grid');
picture.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
picture.setAttribute('viewBox', [left, top, width, height + 12 + 14 * lines.length].join(' '));
const css = between('<style>', '</style>');
const style = new Node('style');
style.append(
  css.slice(css.indexOf(':root {'), css.indexOf('* { box-sizing')), // the colours, on a light and on a dark ground
  css.slice(css.indexOf('#grid'), css.indexOf('.legend')), // the picture of a merge, which stands in front of them
  'svg { background: var(--card); } #grid text.now { font-size: 11.5px; fill: var(--ink); }\n',
);
picture.prepend(style);
process.stdout.write(picture.markup);
