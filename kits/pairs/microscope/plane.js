// The grid of the merge: A downwards, B to the right. The merge is a path from the upper left to the lower right; a step
// down takes A's next element, a step to the right B's. All points of the first k outputs are on diagonal k.

const kPlot = 400; // the longer side, in units of the picture
const kMargin = 30; // for the axes
const kMostLabels = 24; // keys next to an axis

/// The plane of the picture: where a point (i, j) lies, and what stands still.
class Plane {
  constructor(merge) {
    this.merge = merge;
    const {m, n} = merge;
    const lopsided = Math.max(m, n) > 4 * Math.max(1, Math.min(m, n));
    const longer = Math.max(m, n, 1);
    this.x_unit = lopsided && n < m ? kPlot / 4 / Math.max(n, 1) : kPlot / longer;
    this.y_unit = lopsided && m < n ? kPlot / 4 / Math.max(m, 1) : kPlot / longer;
    this.width = Math.max(n, 1) * this.x_unit;
    this.height = Math.max(m, 1) * this.y_unit;
    this.corner = stable_corners(merge.origins, m);
    this.picture = svg('svg', {
      viewBox: `${-kMargin} ${-kMargin} ${this.width + kMargin + 12} ${this.height + kMargin + 16}`,
      role: 'img',
      'aria-labelledby': 'grid-title',
    });
    this.title = svg('title', {id: 'grid-title'});
    this.picture.append(this.title);
    this.draw_ground();
  }

  x(j) {
    return j * this.x_unit;
  }
  y(i) {
    return i * this.y_unit;
  }
  layer(name) {
    const made = svg('g', {class: name});
    this.picture.append(made);
    return made;
  }
  line_of(name) {
    const made = svg('path', {class: name});
    this.picture.append(made);
    return made;
  }

  /// The path's steps k for which `wanted(k)`.
  path_of(wanted) {
    let d = '';
    for (let k = 0; k + 1 < this.corner.length; ++k) {
      if (!wanted(k)) continue;
      const [i, j] = this.corner[k],
        [i2, j2] = this.corner[k + 1];
      d += `M${this.x(j)} ${this.y(i)}L${this.x(j2)} ${this.y(i2)}`;
    }
    return d;
  }

  /// On the right of the path A's element goes first, on its left B's: what a search finds out.
  draw_ground() {
    const path = this.corner.map(([i, j]) => `${this.x(j)} ${this.y(i)}`).join('L');
    this.picture.append(
      svg('path', {class: 'a-first', d: `M${path}L${this.width} 0Z`}),
      svg('path', {class: 'b-first', d: `M${path}L0 ${this.height}Z`}),
    );
    const {m, n} = this.merge;
    if (Math.max(m, n) <= 40) {
      let d = '';
      for (let i = 0; i <= m; ++i) d += `M0 ${this.y(i)}H${this.width}`;
      for (let j = 0; j <= n; ++j) d += `M${this.x(j)} 0V${this.height}`;
      this.picture.append(svg('path', {class: 'cells', d}));
    } else {
      this.picture.append(svg('rect', {class: 'cells', x: 0, y: 0, width: this.width, height: this.height}));
    }
    this.draw_axis(this.merge.a, (i) => [-5, this.y(i)], 'end', 'A');
    this.draw_axis(this.merge.b, (j) => [this.x(j), -6], 'middle', 'B');
  }

  draw_axis(keys, at, anchor, name) {
    const each = name === 'A' ? this.y_unit : this.x_unit;
    const widest = Math.max(1, ...keys.map((key) => String(key).length));
    const labels = keys.length <= kMostLabels && (name === 'A' ? widest <= 4 : widest * 7 < each);
    const every = labels ? 1 : Math.max(1, 2 ** Math.ceil(Math.log2(Math.max(1, keys.length / 8))));
    for (let index = 0; index < keys.length; index += every) {
      const [x, y] = at(index + (labels ? 0.5 : 0));
      this.picture.append(
        svg(
          'text',
          {class: labels ? 'key' : 'tick', x, y: name === 'A' ? y + 3.5 : y, 'text-anchor': anchor},
          String(labels ? keys[index] : index),
        ),
      );
    }
    const [x, y] = name === 'A' ? [-4, this.height + 11] : [this.width, -18];
    this.picture.append(
      svg(
        'text',
        {class: name === 'A' ? 'axis axis-a' : 'axis axis-b', x, y, 'text-anchor': 'end'},
        name === 'A' ? 'A ↓' : 'B →',
      ),
    );
  }

  diagonal(k, low = Math.max(0, k - this.merge.n), high = Math.min(k, this.merge.m)) {
    return `M${this.x(k - low)} ${this.y(low)}L${this.x(k - high)} ${this.y(high)}`;
  }
  /// The diagonals k of a range, one every so many.
  diagonals(begin, end, each) {
    let d = '';
    for (let k = begin; k < end; k += each) d += this.diagonal(k);
    return d;
  }
  circle({i, j}, radius) {
    return `M${this.x(j + 0.5) - radius} ${this.y(i + 0.5)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  }
}

/// The points (i, j) of the path, one for each number of outputs.
function stable_corners(origins, m) {
  const corners = [[0, 0]];
  for (const origin of origins) {
    const [i, j] = corners[corners.length - 1];
    corners.push(origin < m ? [i + 1, j] : [i, j + 1]);
  }
  return corners;
}
