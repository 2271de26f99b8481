// The cells of each array after a step: what they hold, where it comes from, and who uses them in this step.

const kMostKeyDigits = 5;

class Arrays {
  constructor(holder, trace, replay, story) {
    this.trace = trace;
    this.replay = replay;
    this.story = story;
    this.cells = [];
    this.shown = [];
    const is_wide = (key) => String(key).length > kMostKeyDigits;
    this.mode = trace.view.tracked.some((a) => trace.arrays[a].input.some(is_wide)) ? 'origins' : 'keys';
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
        inner.style.gridTemplateColumns = `repeat(${row}, minmax(2.6rem, 4.5rem))`;
      }
      for (let index = 0; index < array.elements; ++index) {
        const value = element('b');
        const lane = element('i');
        const start = trace.view.start_look(a, index);
        const cell = element(
          'div',
          {
            class: `cell${start}`,
            'data-i': row > 0 ? row_label(array, index) : index % 8 === 0 || start !== '' ? index : false,
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
        element('div', {class: array.elements <= 4 ? 'array small' : row > 0 ? 'array fitted' : 'array'}, heading, cells, note),
      );
      this.holders ??= [];
      this.holders.push({cells, note});
    });
  }

  text(value, origin) {
    if (Number.isNaN(value)) return '·';
    if (this.mode === 'origins' && origin >= 0) {
      const {array, index} = this.replay.place(origin);
      return `${array.name.toLowerCase()}${index}`;
    }
    if (!Number.isInteger(value)) return cell_value(value);
    const digits = String(value);
    return digits.length <= kMostKeyDigits ? digits : `…${digits.slice(-3)}`;
  }

  /// Shows the state after request r; r is -1 before the first.
  show(state, r) {
    const {trace, replay, story} = this;
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
      let look = base;
      if (Number.isNaN(state.value[index])) look += ' empty';
      look += trace.view.cell_look(array, at, state.value[index], origin, ended);
      const output = trace.arrays[array].output?.[at];
      const is_final = ended || (output !== null && Number(output) === state.value[index]);
      if (this.wrong[array].has(at) && is_final) look += ' wrong';
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
      const from = origin < 0 ? '' : `, from ${replay.cell_name(origin)}`;
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

/// In front of a row of an array with several extents its indices, "3" or "1,3"; false at other elements.
function row_label(array, index) {
  const indices = element_name({...array, name: ''}, index).slice(1, -1).split('][');
  return indices.pop() === '0' ? indices.join() : false;
}

/// The banks of 32 elements next to each other; the first is in bank `begin`.
function bank_heads(begin) {
  const heads = element('div', {class: 'banks', 'aria-hidden': 'true'});
  for (let bank = 0; bank < 32; ++bank) heads.append(element('span', {}, String((begin + bank) % 32)));
  return heads;
}
