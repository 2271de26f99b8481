// Debian's Chromium, driven by playwright-core. Exit code 77: one of them is not here, as the last line says.
import {execFileSync} from 'node:child_process';
import {createRequire} from 'node:module';

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

export function launch(more = []) {
  return chromium.launch({executablePath: executable, args: ['--no-sandbox', ...more]});
}
