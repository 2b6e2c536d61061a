import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin } from './setup.mjs';

/** Browsers as people use them come first: the headless shell rounds text to whole pixels. */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  '/usr/bin/chromium-headless-shell',
];

/**
 * findBrowser returns the path of a Chromium-like browser: BROWSER_PATH, else Playwright's own, else an
 * installed one; undefined if there is none. Throws if BROWSER_PATH names nothing, or nothing that starts.
 */
export async function findBrowser() {
  const named = process.env.BROWSER_PATH;
  if (named) {
    if (!statSync(named, { throwIfNoEntry: false })?.isFile())
      throw new Error(`BROWSER_PATH names ${named}, and there is no such file.`);
    if (!starts(named)) throw new Error(`BROWSER_PATH names ${named}, which does not start as a browser.`);
    return named;
  }
  const { chromium } = await import('playwright');
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return SYSTEM_BROWSERS.find((path) => existsSync(path));
}

/** starts tells whether a program says its version as Chromium and its kin do, on Windows by opening a window. */
function starts(program) {
  if (process.platform === 'win32') return true;
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

/**
 * ensureBrowser finds a browser or installs one: Playwright's, else Debian's package where this user may.
 * Returns its path, or undefined.
 */
export async function ensureBrowser() {
  const found = await findBrowser();
  // What was found and not named is no more than what can be had: the shell is for where nothing else is.
  if (found && (process.env.BROWSER_PATH || !found.endsWith('headless-shell'))) return found;
  console.log('No Chromium, Chrome or Edge found; installing one for the browser journeys …');
  installPackages(['chromium']);
  const installed = await findBrowser();
  if (installed) return installed;
  spawnSync(process.execPath, [bin('playwright'), 'install', 'chromium'], QUIET);
  return findBrowser();
}

const QUIET = { stdio: 'ignore', timeout: 600_000 };

/**
 * installPackages installs packages of Debian, where this user may. A mirror may fail once: it is asked
 * twice, and what it said the second time is shown.
 */
function installPackages(names) {
  if (process.getuid?.() !== 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...names];
  for (const stdio of ['ignore', ['ignore', 'ignore', 'inherit']]) {
    const limited = { stdio, timeout: 300_000 };
    spawnSync('apt-get', ['update'], limited);
    if (spawnSync('apt-get', install, limited).status === 0) return;
  }
}

/**
 * OTHERS are the browsers besides Chromium in which some journeys can run: one program of each list shows
 * that it is there; and Debian's packages.
 */
const OTHERS = {
  firefox: { programs: [['firefox-esr', 'firefox']], packages: ['firefox-esr'] },
  webkit: {
    programs: [['WebKitWebDriver'], ...(process.env.DISPLAY ? [] : [['Xvfb']])],
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
  },
};

/** BROWSERS are the names of all browsers in which journeys can run. */
export const BROWSERS = ['chromium', ...Object.keys(OTHERS)];

/**
 * ensureOther finds Firefox or WebKit, or installs it where this user may. Returns undefined, or a sentence
 * that says what is missing.
 */
export function ensureOther(name) {
  const { programs, packages } = OTHERS[name];
  const isThere = (file) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, file)));
  const isFound = () => programs.every((names) => names.some(isThere));
  if (isFound()) return undefined;
  console.log(`No ${name} found; installing it …`);
  installPackages(packages);
  if (isFound()) return undefined;
  return `No ${name} was found and none could be installed (Debian: apt-get install ${packages.join(' ')}).`;
}
