// Opens pages of the merge microscope in headless Chromium: no word on the console, numbers equal to the trace's, steps by
// keyboard, no sideways scrolling on a phone.
//   node tests/page/check.mjs FOLDER     pages in FOLDER, each X.html with its X.json (mergelab.trace/2), or with
//                                        X.report.json (mergelab.report/1) if `run` has written it
//   node tests/page/check.mjs            whether what it takes is here
// Exit code 77: as browser.mjs says. MERGELAB_SHOTS=DIR keeps screenshots.
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {launch} from './browser.mjs';
import {faults_of_text} from './faults.mjs';

if (process.argv[2] === undefined) process.exit(0);
const folder = resolve(process.argv[2]);
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -5));
const names = pages.filter((name) => existsSync(join(folder, `${name}.json`)));
const reported = pages.filter((name) => existsSync(join(folder, `${name}.report.json`)));
const browser = await launch();
let failures = 0;

function expect(page, what, got, wanted) {
  if (JSON.stringify(got) === JSON.stringify(wanted)) return;
  ++failures;
  console.log(`${page}: ${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
}

/// A page of this kind, and what its console said.
async function open(name, options, where = folder) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const complaints = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) complaints.push(`asks for ${request.url()}`);
  });
  await page.goto(pathToFileURL(join(where, `${name}.html`)).href);
  return {page, complaints, close: () => context.close()};
}

/// The rows of the table in the fold with this name, as text.
async function rows_of(page, summary) {
  const fold = page.locator('details', {has: page.locator('summary', {hasText: summary})});
  await fold.locator('summary').click();
  await fold.locator('table').waitFor();
  return fold
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll(',', ''))),
    );
}

const numbers = (rows) => rows.map((row) => row.map(Number));

async function check_numbers(name, trace) {
  const {page, complaints, close} = await open(name, {viewport: {width: 1440, height: 900}});
  expect(
    name,
    'requests in the page',
    await page.locator('#slider').getAttribute('max'),
    String(trace.requests.first.length),
  );
  expect(
    name,
    'counters by line',
    numbers((await rows_of(page, 'Lines')).map((row) => row.slice(1))),
    trace.counters.map(({loads, stores, sectors, turns}) => [loads, stores, sectors, turns]),
  );
  const outputs = await rows_of(page, 'Outputs');
  const merges = trace.kit === 'merge';
  if (trace.kit === 'co_rank') {
    const k = trace.numbers.find(({name}) => name === 'k').value;
    expect(name, 'the rank', outputs[0].slice(0, 2).map(Number), [k, trace.arrays[2].expected[0]]);
  } else {
    const all = (part) => trace.arrays.flatMap((array) => (array.expected ? array[part] : []));
    const six = (value) => Number(Number(value).toPrecision(6));
    expect(
      name,
      'expected elements',
      outputs.map((row) => Number(row[1])),
      all('expected').map(six),
    );
    expect(
      name,
      'output',
      outputs.map((row) => row[merges ? 3 : 2]).map((text) => (text === 'never written' ? null : Number(text))),
      all('output').map((value) => (value === null ? null : six(value))),
    );
    expect(
      name,
      'wrong elements',
      outputs.filter((row) => row[merges ? 4 : 3] !== '').length,
      trace.arrays.reduce((sum, array) => sum + array.wrong.length, 0),
    );
  }
  // After the last step C holds what the trace says that it held.
  await page.keyboard.press('End');
  const c = trace.arrays.findIndex((array) => array.name === 'C');
  if (merges && trace.arrays[c].output && !trace.cut) {
    await page.locator('#cells-show').selectOption('keys');
    const titles = await page
      .locator('#arrays .array')
      .nth(c)
      .locator('.cell')
      .evaluateAll((cells) => cells.map((cell) => cell.title));
    const shown = titles.map((title) =>
      title.includes('never written') ? null : Number(/= (-?\d+)/.exec(title)[1]),
    );
    expect(name, 'C after the last step', shown, trace.arrays[c].output);
  }
  // An output of two dimensions of unsigned char is a picture, of its own pixels.
  const pictures = page.locator('#pictures figure');
  const outputs_shown = trace.arrays.filter(({type, shape, expected}) => type === 'unsigned char' && shape.length === 2 && expected);
  for (const array of outputs_shown) {
    const got = pictures.filter({hasText: `${array.name}: got,`}).locator('canvas');
    const pixels = await got.evaluate((canvas) => {
      const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return [...data].filter((_, i) => i % 4 === 0);
    });
    expect(name, 'the picture', pixels, array.output.map((value) => value ?? 255));
    expect(name, 'the pictures', await pictures.filter({hasText: 'got - expected'}).count(), outputs_shown.length);
  }
  // Every request's sentence names its lanes' count, sectors and turns.
  const at = Math.floor(trace.requests.first.length / 2);
  if (at > 0 && !trace.on_host) {
    await page.locator('#slider').evaluate((slider, value) => {
      slider.value = value;
      slider.dispatchEvent(new Event('input'));
    }, at + 1);
    const words = await page.locator('#now').textContent();
    const cost = trace.requests.sectors[at] || trace.requests.turns[at];
    if (!words.includes(`: ${cost} `)) expect(name, `the sentence of request ${at}`, words, `… : ${cost} …`);
  }
  expect(name, 'the console', complaints, []);
  await close();
}

async function check_keyboard(name, trace) {
  const {page, complaints, close} = await open(name, {
    viewport: {width: 1000, height: 700},
    reducedMotion: 'reduce',
  });
  const position = () => page.locator('#slider').inputValue().then(Number);
  const count = trace.requests.first.length;
  await page.keyboard.press('Home');
  expect(name, 'Home', await position(), 0);
  if (count > 1) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(name, 'two steps on', await position(), 2);
    await page.keyboard.press('ArrowLeft');
    expect(name, 'one back', await position(), 1);
    await page.keyboard.press('End');
    expect(name, 'End', await position(), count);
  }
  const wrong = trace.first_wrong?.event;
  if (wrong !== undefined && wrong !== null) {
    await page.keyboard.press('w');
    const r = trace.requests.first.findLastIndex((first) => first <= wrong);
    expect(name, 'the first wrong element', await position(), r + 1);
  }
  const race = trace.violations.find(
    (violation) => violation.rule === 'race' && violation.events.length === 2,
  );
  if (race) {
    await page.keyboard.press('r');
    expect(
      name,
      'the first access of a race',
      await position(),
      trace.requests.first.findLastIndex((first) => first <= race.events[0]) + 1,
    );
  }
  // Everything that can be pressed can be reached by Tab.
  const reached = new Set();
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement?.id));
  }
  for (const id of ['play', 'slider', 'speed', ...(['merge', 'co_rank'].includes(trace.kit) ? ['cells-show'] : [])])
    expect(name, `Tab reaches ${id}`, reached.has(id), true);
  expect(name, 'the console', complaints, []);
  await close();
}

async function check_look(name) {
  for (const [look, options] of Object.entries({
    light: {viewport: {width: 1440, height: 900}, colorScheme: 'light'},
    dark: {viewport: {width: 1440, height: 900}, colorScheme: 'dark'},
    phone: {viewport: {width: 360, height: 740}, colorScheme: 'light'},
    zoomed: {viewport: {width: 640, height: 400}, colorScheme: 'light'},
  })) {
    const {page, complaints, close} = await open(name, options);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(name, `no sideways scrolling (${look})`, width <= options.viewport.width, true);
    const unnamed = await page
      .locator('button, select, input')
      .evaluateAll(
        (all) =>
          all.filter(
            (one) => !one.textContent.trim() && !one.getAttribute('aria-label') && !one.labels?.length,
          ).length,
      );
    expect(name, `controls without a name (${look})`, unnamed, 0);
    if (process.env.MERGELAB_SHOTS)
      await page.screenshot({path: join(process.env.MERGELAB_SHOTS, `${name}_${look}.png`), fullPage: true});
    expect(name, `the console (${look})`, complaints, []);
    await close();
  }
}

async function check_text(name, trace) {
  for (const [look, options] of Object.entries({
    light: {viewport: {width: 1440, height: 900}, colorScheme: 'light'},
    dark: {viewport: {width: 1000, height: 900}, colorScheme: 'dark'},
    phone: {viewport: {width: 360, height: 740}, colorScheme: 'dark'},
  })) {
    const {page, complaints, close} = await open(name, options);
    const count = trace.requests.first.length;
    const faults = new Set();
    for (let step = 0; step <= count; step += Math.max(1, Math.floor(count / 25))) {
      await page.locator('#slider').evaluate((slider, value) => {
        slider.value = value;
        slider.dispatchEvent(new Event('input'));
      }, step);
      for (const fault of await page.evaluate(faults_of_text)) faults.add(fault);
    }
    expect(name, `faults of its texts (${look})`, [...faults], []);
    expect(name, `the console (${look})`, complaints, []);
    await close();
  }
}

/// What is wrong is told in words: who waits where, and whose an element is that nothing wrote.
async function check_findings(name, trace) {
  const {page, complaints, close} = await open(name, {viewport: {width: 1440, height: 900}});
  const words = (await page.locator('#findings').textContent()).replaceAll(/\s+/g, ' ');
  const by_place = new Map();
  for (const {block, thread, place} of trace.waiting) {
    const key = `Block ${block}, thread`;
    const where = `line ${trace.places[place].line}`;
    const stretch = by_place.get(`${key} ${where}`) ?? {key, where, threads: []};
    by_place.set(`${key} ${where}`, stretch);
    stretch.threads.push(thread);
  }
  for (const {key, where, threads} of by_place.values()) {
    const many = `${key}s ${threads[0]}–${threads[threads.length - 1]}: ${where}`;
    expect(name, `who waits at ${where}`, words.includes(threads.length > 1 ? many : `${key} ${threads[0]}: ${where}`), true);
  }
  const {thread, block} = trace.first_wrong ?? {};
  if (Number.isInteger(thread))
    expect(name, 'whose element it is', words.includes(`block ${block}, thread ${thread}’s to write`), true);
  let shown = 0;
  for (const violation of trace.violations) {
    for (const event of violation.events) {
      const r = trace.requests.first.findLastIndex((first) => first <= event);
      const array = trace.arrays[trace.requests.array[r]];
      const index = trace.events.index[event];
      await page.locator('#findings button[title]').nth(shown++).click();
      expect(name, `the step of ${violation.rule}`, await page.locator('#slider').inputValue(), String(r + 1));
      const now = await page.locator('#now').textContent();
      expect(name, `what is said of ${violation.rule}`, now.includes(`${array.name}[${index}]`), true);
      if (index < array.elements && index >= 0) continue;
      const note = await page.locator('#arrays .outside:not([hidden])').textContent();
      expect(name, 'an access outside', note.includes(`${array.name}[${index}]`), true);
    }
  }
  expect(name, 'the console', complaints, []);
  await close();
}

/// Where the recording ends before the run, the page says so and calls nothing missing that came later.
async function check_cut(name, trace) {
  const {page, complaints, close} = await open(name, {viewport: {width: 1440, height: 900}});
  expect(name, 'whether it says that the recording is cut', await page.locator('#cut').isVisible(), trace.cut);
  await page.keyboard.press('End');
  if (trace.cut && trace.verdict === 'passed') {
    expect(name, 'wrong elements of a right run', await page.locator('.cell.wrong').count(), 0);
    const last = await page.locator('.phase').last().textContent();
    expect(name, 'the end of the last phase', last.includes('to the end of the recording'), true);
  }
  expect(name, 'the console', complaints, []);
  await close();
}

/// On paper there are all tables and nothing to press; and dark is not printed.
async function check_print(name, trace) {
  const {page, complaints, close} = await open(name, {viewport: {width: 800, height: 1100}, colorScheme: 'dark'});
  await page.emulateMedia({media: 'print', colorScheme: 'dark'});
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const tables = await page.locator('#tables table:visible').count();
  expect(name, 'printed tables', tables, trace.on_host ? 2 : 3);
  expect(name, 'printed buttons', await page.locator('.controls button:visible').count(), 0);
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--card'));
  expect(name, 'printed ground', ground.trim(), '#ffffff');
  const pdf = await page.pdf({format: 'A4'});
  expect(name, 'a printed page', pdf.subarray(0, 4).toString(), '%PDF');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(name, 'tables stay closed', await page.locator('#tables details[open]').count(), 0);
  expect(name, 'the console', complaints, []);
  await close();
}

/// Times of a GPU, as a report has them: bars beside a copy, CUB and the reference, as long as the times are.
async function check_gpu(name) {
  const metrics = {time_ms: 0.2676, cub_ms: 0.1066, copy_ms: 0.0675, slowdown: 1.94};
  const item = {id: 'time', about: '', status: 'too_slow', score: 3, max_score: 4, message: 'slow', metrics};
  const report = {score: 28.5, max_score: 30, items: [item]};
  const page_text = readFileSync(join(folder, `${name}.html`), 'utf8');
  const begin = page_text.indexOf('id="data">') + 'id="data">'.length;
  const end = page_text.indexOf('</script>', begin);
  const data = {...JSON.parse(page_text.slice(begin, end)), report};
  const shown = JSON.stringify(data).replaceAll('<', '\\u003c');
  const with_times = await mkdtemp(join(tmpdir(), 'mergelab_page_'));
  writeFileSync(join(with_times, 'gpu.html'), page_text.slice(0, begin) + shown + page_text.slice(end));
  const {page, complaints, close} = await open('gpu', {viewport: {width: 1440, height: 900}}, with_times);
  const bars = await page.locator('#gpu tbody tr').evaluateAll((rows) =>
    rows.map((row) => [row.cells[0].textContent, row.cells[2].textContent, row.querySelector('.bar').style.width]),
  );
  const wide = (ms) => `${((100 * ms) / metrics.time_ms).toFixed(1)}%`;
  const reference = metrics.time_ms / metrics.slowdown;
  expect(
    name,
    'times on a GPU',
    bars.map(([who, time, width]) => [who, time, `${Number.parseFloat(width).toFixed(1)}%`]),
    [
      ['copy of as many bytes', '0.0675 ms', wide(metrics.copy_ms)],
      ['CUB', '0.107 ms', wide(metrics.cub_ms)],
      ['reference', `${reference.toPrecision(3)} ms`, wide(reference)],
      ['yours', '0.268 ms', '100.0%'],
    ],
  );
  expect(name, 'the score', (await page.locator('#verdict').textContent()).includes('28.5 / 30'), true);
  expect(name, 'the console', complaints, []);
  await close();
  await rm(with_times, {recursive: true});
}

/// What `run` has graded stands on the page as it does in the report.
async function check_report(name) {
  const report = JSON.parse(readFileSync(join(folder, `${name}.report.json`), 'utf8'));
  const lab = report.labs[0];
  const {page, complaints, close} = await open(name, {viewport: {width: 1440, height: 900}});
  const verdict = await page.locator('#verdict').textContent();
  // In hundredths, which add up; so a figure may differ from the exact one by a little more than its rounding.
  const same = (text, {status, score, max_score}) => {
    if (status === 'not_run') return text === '–';
    const figures = /^(\d+(?:\.\d{1,2})?) \/ (\d+(?:\.\d{1,2})?)$/.exec(text);
    return figures && Math.abs(figures[1] - score) < 0.02 && Math.abs(figures[2] - max_score) < 0.02;
  };
  expect(name, 'the lab’s score', same(/lab (.*)$/.exec(verdict)?.[1], lab), true);
  const rows = await page
    .locator('#score tbody tr')
    .evaluateAll((all) => all.map((row) => [0, 2, 3].map((column) => row.cells[column].textContent)));
  expect(
    name,
    'items with their points and messages',
    rows.map(([id, points, says], i) => [id, same(points, lab.items[i]) ? '' : points, says]),
    lab.items.map(({id, message, about}) => [id, '', message || about]),
  );
  expect(name, 'the console', complaints, []);
  await close();
}

for (const name of reported)
  await check_report(name).catch((error) => expect(name, 'check_report', error.message, 'no error'));
for (const name of names) {
  const trace = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  for (const check of [check_numbers, check_keyboard, check_findings, check_cut, check_print, check_gpu, check_look, check_text]) {
    await check(name, trace).catch((error) => expect(name, check.name, error.message, 'no error'));
  }
}
await browser.close();
if (names.length + reported.length === 0) {
  console.log(`no page in ${folder}`);
  failures = 1;
}
console.log(failures === 0 ? `${names.length + reported.length} pages: all as it has to be` : `${failures} things are wrong`);
process.exit(failures === 0 ? 0 : 1);
