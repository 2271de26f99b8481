// The cells of each array after a step: what they hold, where it comes from, and who uses them in this step.

const kMostKeyDigits = 5;

class Arrays {
  constructor(holder, trace, replay, story) {
    this.trace = trace;
    this.replay = replay;
    this.story = story;
    this.cells = [];
    this.shown = [];
    this.mode = !trace.merge || this.widest_key() <= kMostKeyDigits ? 'keys' : 'origins';
    this.wrong = trace.arrays.map((array) => new Set(array.wrong ?? []));
    const spaces = {global: 'global memory', shared: 'shared memory', host: 'host memory'};
    trace.arrays.forEach((array, a) => {
      const heading = element(
        'h3',
        {},
        array.name,
        element(
          'span',
          {class: 'quiet'},
          ` ${spaces[array.space] ?? array.space}, ${(array.shape?.length ?? 0) > 1 ? array.shape.join(' × ') : counted(array.elements, 'element')}${array.type ? ` of ${array.type}` : ''}`,
        ),
      );
      const cells = element('div', {class: `cells ${array.space}`, role: 'img'});
      if (array.space === 'shared' && array.elements >= 32 && array.element_bytes === 4)
        cells.append(bank_heads((array.offset ?? 0) / 4));
      const inner = element('div', {class: 'cell-grid'});
      const row = (array.shape?.length ?? 0) > 1 ? array.shape[array.shape.length - 1] : 0;
      if (row > 0) {
        cells.classList.add('shaped');
        inner.style.gridTemplateColumns = `repeat(${row}, minmax(2.6rem, 1fr))`;
      }
      const tile_starts =
        array.space === 'shared' &&
        trace.merge?.tile > 1 &&
        array.elements > trace.merge.tile &&
        array.elements % trace.merge.tile === 0;
      for (let index = 0; index < array.elements; ++index) {
        const value = element('b');
        const lane = element('i');
        const cell = element(
          'div',
          {
            class: tile_starts && index % trace.merge.tile === 0 ? 'cell tile-start' : 'cell',
            'data-i': (row > 0 ? index % row === 0 : index % 8 === 0) || (tile_starts && index % trace.merge.tile === 0) ? index : false,
          },
          value,
          lane,
        );
        inner.append(cell);
        this.cells.push({cell, value, lane, array: a, index, base: cell.className});
        this.shown.push('');
      }
      cells.append(inner);
      const note = element('p', {class: 'quiet outside', hidden: true});
      holder.append(
        element('div', {class: array.elements <= 4 ? 'array small' : 'array'}, heading, cells, note),
      );
      this.holders ??= [];
      this.holders.push({cells, note});
    });
  }

  widest_key() {
    return Math.max(0, ...[...this.trace.merge.a, ...this.trace.merge.b].map((key) => String(key).length));
  }

  text(value, origin) {
    if (Number.isNaN(value)) return '·';
    if (this.mode === 'origins' && origin >= 0) {
      return origin < this.trace.merge.m ? `a${origin}` : `b${origin - this.trace.merge.m}`;
    }
    if (!Number.isInteger(value)) return cell_value(value);
    const digits = String(value);
    return digits.length <= kMostKeyDigits ? digits : `…${digits.slice(-3)}`;
  }

  /// Shows the state after request r; r is -1 before the first.
  show(state, r) {
    const {trace, replay, story} = this;
    const c = !trace.merge ? -1 : replay.array_named('C');
    const merged = new Set();
    if (c >= 0) {
      for (let k = 0; k < trace.arrays[c].elements; ++k) {
        const origin = state.origin[replay.offsets[c] + k];
        if (origin >= 0) merged.add(origin);
      }
    }
    const ended = r + 1 === replay.requests.count && !trace.cut;
    const touched = new Map();
    const outside = trace.arrays.map(() => []);
    if (r >= 0) {
      for (let e = replay.requests.first[r]; e < replay.requests.first[r + 1]; ++e) {
        const cell = replay.cell(e);
        if (cell < 0) outside[replay.requests.array[r]].push(e);
        else if (touched.has(cell)) touched.get(cell).push(replay.events.lane[e]);
        else touched.set(cell, [replay.events.lane[e]]);
      }
    }
    const suspects = new Set(story.suspects(r).map(({event}) => replay.cell(event)));
    for (let index = 0; index < this.cells.length; ++index) {
      const {cell, value, lane, array, index: at, base} = this.cells[index];
      const origin = state.origin[index];
      const name = trace.arrays[array].name;
      let look = base;
      if (origin >= 0) look += origin < trace.merge.m ? ' of-a' : ' of-b';
      if (Number.isNaN(state.value[index])) look += ' empty';
      if (array === c && ended && Number.isNaN(state.value[index])) look += ' wrong';
      if (array === c && !Number.isNaN(state.value[index]) && state.value[index] !== trace.merge.expected?.[at])
        look += ' wrong';
      const output = trace.arrays[array].output?.[at];
      const is_final = ended || (output !== null && Number(output) === state.value[index]);
      if (this.wrong[array].has(at) && is_final) look += ' wrong';
      if (trace.merge && (name === 'A' || name === 'B') && trace.arrays[array].space !== 'shared' && merged.has(origin))
        look += ' merged';
      const lanes = touched.get(index);
      if (lanes !== undefined) look += replay.requests.kind[r] === 'r' ? ' read' : ' written';
      if (suspects.has(index)) look += ' suspect';
      const text = this.text(state.value[index], origin);
      const by =
        lanes === undefined || story.on_host ? '' : lanes.length === 1 ? `t${lanes[0]}` : `${lanes.length} t`;
      const signature = `${look}|${text}|${by}|${origin}`;
      if (signature === this.shown[index]) continue;
      this.shown[index] = signature;
      cell.className = look;
      value.textContent = text;
      lane.textContent = by;
      const from = origin < 0 ? '' : `, from ${origin < trace.merge.m ? `A[${origin}]` : `B[${origin - trace.merge.m}]`}`;
      cell.title = `${element_name(trace.arrays[array], at)}${Number.isNaN(state.value[index]) ? ': never written' : ` = ${state.value[index]}`}${from}`;
    }
    this.holders.forEach(({cells, note}, a) => {
      const used = r >= 0 && replay.requests.array[r] === a;
      put(
        cells,
        'aria-label',
        `${trace.arrays[a].name}: ${used ? story.step(r) : 'not used in this step'}`,
      );
      note.hidden = outside[a].length === 0;
      if (outside[a].length > 0) {
        note.textContent = `Outside of ${trace.arrays[a].name}: ${outside[a]
          .slice(0, 4)
          .map((e) => story.access(e))
          .join('; ')}`;
      }
    });
  }
}

/// The banks of 32 elements next to each other; the first is in bank `begin`.
function bank_heads(begin) {
  const heads = element('div', {class: 'banks', 'aria-hidden': 'true'});
  for (let bank = 0; bank < 32; ++bank) heads.append(element('span', {}, String((begin + bank) % 32)));
  return heads;
}
