// Opens pages of the merge microscope in headless Chromium: no word on the console, numbers equal to the trace's, steps by
// keyboard, no sideways scrolling on a phone.
//   node tests/page/check.mjs FOLDER     pages in FOLDER, each X.html with its X.json (mergelab.trace/1)
//   node tests/page/check.mjs            whether what it takes is here
// Exit code 77: Chromium or playwright-core is not here, as the last line says. MERGELAB_SHOTS=DIR keeps screenshots.
import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

function skip(reason) {
  console.log(reason);
  process.exit(77);
}

function find_browser() {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`])
        .toString()
        .trim();
    } catch {
      /* another one */
    }
  }
  return skip('Chromium is not here');
}

function load_playwright() {
  try {
    return createRequire(import.meta.url)('playwright-core');
  } catch {
    return skip('playwright-core is not here: npm install --prefix tests/page');
  }
}

const {chromium} = load_playwright();
const executable = find_browser();
if (process.argv[2] === undefined) process.exit(0);
const folder = resolve(process.argv[2]);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -5));
const browser = await chromium.launch({executablePath: executable, args: ['--no-sandbox']});
let failures = 0;

function expect(page, what, got, wanted) {
  if (JSON.stringify(got) === JSON.stringify(wanted)) return;
  ++failures;
  console.log(`${page}: ${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
}

/// A page of this kind, and what its console said.
async function open(name, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const complaints = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) complaints.push(`asks for ${request.url()}`);
  });
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
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
  if (trace.expected) {
    expect(
      name,
      'expected keys',
      outputs.map((row) => Number(row[1])),
      trace.expected,
    );
    expect(
      name,
      'output',
      outputs.map((row) => (row[3] === 'never written' ? null : Number(row[3]))),
      trace.output,
    );
  } else {
    expect(name, 'the rank', outputs[0].slice(0, 2).map(Number), [trace.k, trace.expected_rank]);
  }
  // After the last step C holds what the trace says that it held.
  await page.keyboard.press('End');
  const c = trace.arrays.findIndex((array) => array.name === 'C');
  if (c >= 0 && trace.output) {
    await page.locator('#cells-show').selectOption('keys');
    const titles = await page
      .locator('#arrays .array')
      .nth(c)
      .locator('.cell')
      .evaluateAll((cells) => cells.map((cell) => cell.title));
    const shown = titles.map((title) =>
      title.includes('never written') ? null : Number(/= (-?\d+)/.exec(title)[1]),
    );
    expect(name, 'C after the last step', shown, trace.output);
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
  for (const id of ['play', 'slider', 'speed', 'cells-show'])
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

for (const name of names) {
  const trace = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  for (const check of [check_numbers, check_keyboard, check_look]) {
    await check(name, trace).catch((error) => expect(name, check.name, error.message, 'no error'));
  }
}
await browser.close();
if (names.length === 0) {
  console.log(`no page in ${folder}`);
  failures = 1;
}
console.log(failures === 0 ? `${names.length} pages: all as it has to be` : `${failures} things are wrong`);
process.exit(failures === 0 ? 0 : 1);
