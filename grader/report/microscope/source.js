// The student's source, with what each line did to memory and the line of the current step. A bar marks that line: a row
// that changed its look would have the whole table painted anew.

class Source {
  constructor(holder, trace, home) {
    this.trace = trace;
    this.rows = new Map();
    this.current = null;
    this.shown = undefined;
    this.scrolled = new Map();
    this.places = new Map();
    this.width = 0;
    const totals = new Map();
    for (const counter of trace.counters) {
      const place = trace.places[counter.place];
      if (place === undefined) continue;
      const key = `${place.file}:${place.line}`;
      const sum = totals.get(key) ?? {loads: 0, stores: 0, sectors: 0, turns: 0};
      for (const name of Object.keys(sum)) sum[name] += counter[name];
      totals.set(key, sum);
    }
    this.totals = totals;
    const most = {};
    const names = ['loads', 'stores', 'sectors', 'turns'].filter((name) =>
      [...totals.values()].some((sum) => sum[name] > 0),
    );
    for (const name of names) {
      most[name] = Math.max(1, ...[...totals.values()].map((sum) => sum[name]));
    }
    const files = trace.files.map((file, f) => [file, f]).sort((x, y) => (y[1] === home) - (x[1] === home));
    this.files = new Map();
    const chooser = element('div', {class: 'buttons', role: 'group', 'aria-label': 'File'});
    const boxes = element('div', {class: 'code-boxes'});
    holder.append(chooser, boxes);
    files.forEach(([file, f]) => {
      if (file.lines === null) {
        holder.append(
          element('p', {class: 'quiet'}, `${file.name} is the course's: its lines are not shown.`),
        );
        return;
      }
      const body = element('tbody');
      file.lines.forEach((text, index) => {
        const sum = totals.get(`${f}:${index + 1}`);
        const counters = names.map((name) => {
          const cell = element('td', {class: 'count'});
          if (sum !== undefined && sum[name] > 0) {
            cell.textContent = sum[name].toLocaleString('en');
            const heat = Math.max(1, Math.ceil((4 * sum[name]) / most[name]));
            cell.className = `count heat-${heat}`;
          }
          return cell;
        });
        const row = element(
          'tr',
          {},
          element('th', {scope: 'row'}, String(index + 1)),
          ...counters,
          element('td', {class: 'code'}, text === '' ? ' ' : text),
        );
        this.rows.set(`${f}:${index + 1}`, row);
        body.append(row);
      });
      const heads = ['line', ...names, file.name];
      const box = element(
        'div',
        {class: 'code-box', tabindex: 0, role: 'region', 'aria-label': `${file.name} with its counters`},
        element(
          'table',
          {class: 'code-table'},
          element(
            'thead',
            {},
            element(
              'tr',
              {},
              ...heads.map((head, i) =>
                element('th', {scope: 'col', class: i > names.length ? 'code' : false}, head),
              ),
            ),
          ),
          body,
        ),
      );
      const choose = element(
        'button',
        {class: 'file', 'aria-pressed': 'false', onclick: () => this.show_file(f)},
        file.name,
      );
      const bar = element('div', {class: 'here', hidden: true});
      box.prepend(bar);
      this.files.set(f, {box, choose, bar});
      chooser.append(choose);
      boxes.append(box);
    });
    chooser.hidden = this.files.size < 2;
    for (const f of this.files.keys()) {
      this.show_file(f);
      break;
    }
  }

  show_file(wanted) {
    for (const [f, {box, choose}] of this.files) {
      box.classList.toggle('other', f !== wanted);
      box.tabIndex = f === wanted ? 0 : -1;
      choose.setAttribute('aria-pressed', String(f === wanted));
    }
  }

  /// A row's place in its box: asked once, since asking makes the browser lay the page out.
  measured(row, box) {
    if (this.width !== innerWidth) this.places = new Map();
    this.width = innerWidth;
    if (!this.places.has(row)) {
      const height = box.clientHeight; // first: then the browser knows that the box shows again
      this.places.set(row, {top: row.offsetTop, height, line: row.offsetHeight});
    }
    return this.places.get(row);
  }

  show(place) {
    if (this.shown === place) return;
    this.shown = place;
    if (this.current !== null) this.current.removeAttribute('aria-current');
    this.current = place ? (this.rows.get(`${place.file}:${place.line}`) ?? null) : null;
    for (const [f, {bar}] of this.files) bar.hidden = this.current === null || f !== place.file;
    if (this.current === null) return;
    this.show_file(place.file);
    this.current.setAttribute('aria-current', 'step');
    const {box, bar} = this.files.get(place.file);
    const {top, height, line} = this.measured(this.current, box);
    bar.style.transform = `translateY(${top}px)`;
    bar.style.height = `${line}px`;
    const scrolled = this.scrolled.get(box) ?? 0;
    if (Math.abs(top - height / 2 - scrolled) < height / 2 - 40) return;
    this.scrolled.set(box, Math.max(0, top - height / 2));
    box.scrollTop = this.scrolled.get(box);
  }
}
