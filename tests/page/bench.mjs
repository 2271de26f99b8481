// How much a step of the microscope's page costs a processor, in headless Chromium: the page's own thread (script, style,
// layout and paint), and all threads of its process, drawing without a GPU among them. Times are the processor's, as Linux
// counts them, so that others on the machine matter little.
//   node tests/page/bench.mjs PAGE.html [PAGE.html ...]     MERGELAB_PROFILE=FILE keeps a profile for Chromium's tools
// It scrubs as a slider does at 60 steps a second: each frame shows the next of 600 steps, then jumps all over the run.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {launch} from './browser.mjs';

const kSteps = 600;
const kTickMs = 10;

/// The processor's time in ms of the pages' processes: of their own threads, and of all.
function processor_times() {
  let own = 0,
    all = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!command.includes('--type=renderer') || !command.includes(mark)) continue;
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const ms = kTickMs * (Number(fields[11]) + Number(fields[12]));
        all += ms;
        if (thread === pid) own += ms;
      }
    } catch {
      /* it has ended */
    }
  }
  return {own, all};
}
const mark = `--mergelab-bench-${process.pid}`;
const browser = await launch([`--user-agent=${mark}`]);
for (const file of process.argv.slice(2)) {
  const page = await (await browser.newContext({viewport: {width: 1440, height: 900}})).newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const metrics = async () =>
    Object.fromEntries(
      (await client.send('Performance.getMetrics')).metrics.map(({name, value}) => [name, value]),
    );
  await page.goto(pathToFileURL(resolve(file)).href);
  const count = Number(await page.locator('#slider').getAttribute('max'));
  console.log(`${file}: ${count} steps, opened in ${processor_times().own} ms of a processor`);
  const steps = Math.min(kSteps, count - 1);
  const positions = {
    'one after the other': Array.from({length: steps}, (_, i) => Math.floor((count - steps) / 2) + i),
    'dragged over all': Array.from({length: steps}, (_, i) => Math.floor((count * i) / steps)),
    'all over it': Array.from({length: steps}, (_, i) => (i * 7919) % count),
  };
  for (const [what, list] of Object.entries(positions)) {
    if (process.env.MERGELAB_PROFILE) {
      await client.send('Profiler.enable');
      await client.send('Profiler.start');
    }
    const before = await metrics();
    const began = processor_times();
    await page.evaluate(
      (wanted) =>
        new Promise((done) => {
          const slider = document.getElementById('slider');
          let i = 0;
          const frame = () => {
            if (i === wanted.length) return done();
            slider.value = wanted[i++];
            slider.dispatchEvent(new Event('input'));
            requestAnimationFrame(frame);
          };
          requestAnimationFrame(frame);
        }),
      list,
    );
    const after = await metrics();
    const ended = processor_times();
    if (process.env.MERGELAB_PROFILE) {
      const {profile} = await client.send('Profiler.stop');
      writeFileSync(`${process.env.MERGELAB_PROFILE}.${what.replaceAll(' ', '_')}.cpuprofile`, JSON.stringify(profile));
    }
    const each = (name) => ((1000 * (after[name] - before[name])) / list.length).toFixed(1);
    console.log(
      `  ${what}: ${((ended.own - began.own) / list.length).toFixed(1)} ms a step in the page's thread, ` +
        `${((ended.all - began.all) / list.length).toFixed(1)} in all (by the clock: script ${each('ScriptDuration')}, ` +
        `style ${each('RecalcStyleDuration')}, layout ${each('LayoutDuration')}, all ${each('TaskDuration')})`,
    );
  }
  await page.context().close();
}
await browser.close();
