// Opens pages of the merge microscope in headless Firefox, by its own protocol (WebDriver BiDi): no error, steps by keyboard,
// no sideways scrolling, texts that are neither cut nor on one another.
//   node --experimental-websocket tests/page/firefox.mjs FOLDER     pages in FOLDER, each X.html with its X.json
// Exit code 77: Firefox is not here, or Node.js is older than 20, as the last line says.
import {execFileSync, spawn} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {faults_of_text} from './faults.mjs';

function skip(reason) {
  console.log(reason);
  process.exit(77);
}

function find_firefox() {
  try {
    return execFileSync('sh', ['-c', 'command -v firefox-esr || command -v firefox']).toString().trim();
  } catch {
    return skip('Firefox is not here');
  }
}

/// Commands with their answers, and events, of a Firefox that runs for this program alone.
class Firefox {
  async start() {
    this.profile = await mkdtemp(join(tmpdir(), 'mergelab_firefox_'));
    const words = ['--headless', '--no-remote', '--profile', this.profile, '--remote-debugging-port=0'];
    this.process = spawn(find_firefox(), [...words, 'about:blank'], {stdio: ['ignore', 'ignore', 'pipe']});
    const address = await new Promise((found, failed) => {
      let said = '';
      this.process.stderr.on('data', (part) => {
        said += part;
        const hit = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
        if (hit) found(hit[1]);
      });
      this.process.on('exit', () => failed(new Error(`Firefox ended: ${said}`)));
    });
    this.socket = new WebSocket(`${address}/session`);
    await new Promise((opened, failed) => {
      this.socket.onopen = opened;
      this.socket.onerror = () => failed(new Error('Firefox takes no connection'));
    });
    this.waiting = new Map();
    this.complaints = [];
    this.socket.onmessage = ({data}) => {
      const message = JSON.parse(data);
      if (message.type === 'event') this.complaints.push(message.params.text);
      const [done, failed] = this.waiting.get(message.id) ?? [];
      this.waiting.delete(message.id);
      if (message.type === 'success') done(message.result);
      if (message.type === 'error') failed(new Error(message.message));
    };
    await this.send('session.new', {capabilities: {}});
    await this.send('session.subscribe', {events: ['log.entryAdded']});
    this.context = (await this.send('browsingContext.getTree', {})).contexts[0].context;
  }
  send(method, params) {
    const id = (this.last = (this.last ?? 0) + 1);
    return new Promise((done, failed) => {
      this.waiting.set(id, [done, failed]);
      this.socket.send(JSON.stringify({id, method, params}));
    });
  }
  async open(file, width, height) {
    this.complaints = [];
    await this.send('browsingContext.setViewport', {context: this.context, viewport: {width, height}});
    await this.send('browsingContext.navigate', {
      context: this.context,
      url: pathToFileURL(file).href,
      wait: 'complete',
    });
  }
  /// What an expression in the page comes to, by way of JSON.
  async value(expression) {
    const answer = await this.send('script.evaluate', {
      expression: `JSON.stringify(${expression})`,
      target: {context: this.context},
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  }
  async press(key) {
    const actions = [
      {type: 'keyDown', value: key},
      {type: 'keyUp', value: key},
    ];
    await this.send('input.performActions', {
      context: this.context,
      actions: [{type: 'key', id: 'keyboard', actions}],
    });
  }
  async end() {
    if (this.process === undefined) return;
    this.process.removeAllListeners('exit');
    const gone = new Promise((done) => this.process.once('exit', done));
    this.process.kill();
    await gone;
    await rm(this.profile, {recursive: true, force: true});
  }
}

const kKeys = {Home: '\uE011', End: '\uE010', ArrowRight: '\uE014'};
if (typeof WebSocket === 'undefined') skip('Node.js has no WebSocket: it takes 20 or later, with --experimental-websocket');
const folder = resolve(process.argv[2]);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && !name.endsWith('.report.json'))
  .map((name) => name.slice(0, -5));
const firefox = new Firefox();
let failures = 0;
function expect(name, what, got, wanted) {
  if (JSON.stringify(got) === JSON.stringify(wanted)) return;
  ++failures;
  console.log(`${name} in Firefox: ${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
}
try {
  await firefox.start();
  for (const name of names) {
    const count = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')).requests.first.length;
    for (const [look, width, height] of [
      ['wide', 1440, 900],
      ['phone', 450, 800],
    ]) {
      await firefox.open(join(folder, `${name}.html`), width, height);
      const position = () => firefox.value(`Number(document.getElementById('slider').value)`);
      await firefox.press(kKeys.Home);
      expect(name, 'Home', await position(), 0);
      await firefox.press(kKeys.ArrowRight);
      expect(name, 'one step on', await position(), Math.min(1, count));
      await firefox.press(kKeys.End);
      expect(name, 'End', await position(), count);
      const faults = await firefox.value(`(() => {
        const faults_of_text = ${faults_of_text};
        const slider = document.getElementById('slider');
        const faults = new Set();
        for (let step = 0; step <= ${count}; step += ${Math.max(1, Math.floor(count / 10))}) {
          slider.value = step;
          slider.dispatchEvent(new Event('input'));
          for (const fault of faults_of_text()) faults.add(fault);
        }
        if (document.documentElement.scrollWidth > innerWidth) faults.add('it scrolls sideways');
        return [...faults];
      })()`);
      expect(name, `faults of its texts (${look})`, faults, []);
      expect(name, `the console (${look})`, firefox.complaints, []);
    }
  }
} finally {
  await firefox.end();
}
if (names.length === 0) failures = 1;
console.log(failures === 0 ? `${names.length} pages in Firefox: all as it has to be` : `${failures} things are wrong in Firefox`);
process.exit(failures === 0 ? 0 : 1);
