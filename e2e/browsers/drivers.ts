import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { CHROMIUM_ARGS } from './chromium-args.ts';

/** BROWSER_NAMES are the browsers in which the journeys of browsers.spec.ts run. */
export const BROWSER_NAMES = ['chromium', 'firefox', 'webkit'] as const;

/** BrowserName is one of BROWSER_NAMES. */
export type BrowserName = (typeof BROWSER_NAMES)[number];

/** Tab is one page of a browser, with what these journeys need of it. Scripts are expressions in the page's own language. */
export interface Tab {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  /** evaluate returns the value of an expression, which must be JSON. */
  evaluate<T>(script: string): Promise<T>;
  /** click presses the element that an expression names, as a person would. Rejects if there is none. */
  click(script: string): Promise<void>;
  /** press presses one key on what has the focus. */
  press(key: 'Enter' | 'Tab' | 'End'): Promise<void>;
  /** type enters text into what has the focus. */
  type(text: string): Promise<void>;
  /** wheel turns the wheel over the element that an expression names, by CSS pixels downwards. */
  wheel(script: string, pixels: number): Promise<void>;
  /** upload chooses a file of this machine in the field that an expression names. */
  upload(script: string, path: string): Promise<void>;
  /** print returns the page as PDF; missing if the driver cannot print. */
  print?(): Promise<Buffer>;
}

/** Driver is a started browser with an empty profile, or one that was used before. */
export interface Driver {
  readonly tab: Tab;
  close(): Promise<void>;
  /** kill ends it at once, in the middle of what it does; missing if the driver cannot. */
  kill?(): Promise<void>;
}

/** programOf is where a browser, or for WebKit its driver, is on this machine; undefined if it is not installed. */
function programOf(name: BrowserName): string | undefined {
  switch (name) {
    case 'chromium':
      return (
        process.env['BROWSER_PATH'] ??
        onPath('chromium', 'google-chrome', 'chrome', 'chromium-headless-shell')
      );
    case 'firefox':
      return onPath('firefox-esr', 'firefox');
    case 'webkit':
      return process.env['DISPLAY'] || onPath('Xvfb') ? onPath('WebKitWebDriver') : undefined;
  }
}

/** startBrowser starts a browser, Chromium and Firefox with the profile in a folder. Rejects if it is not installed, or does not start. */
export async function startBrowser(name: BrowserName, profile?: string): Promise<Driver> {
  const program = programOf(name);
  if (program === undefined) throw new Error(`${name} is not installed`);
  return name === 'webkit' ? startWebKit(program) : startPuppeteer(name, program, profile);
}

function onPath(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}

async function startPuppeteer(
  name: 'chromium' | 'firefox',
  executablePath: string,
  profile: string | undefined,
): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: name === 'chromium' ? 'chrome' : 'firefox',
    executablePath,
    headless: true,
    ...(profile !== undefined && { userDataDir: profile }),
    args: name === 'chromium' ? [...CHROMIUM_ARGS] : [],
  });
  const page = await browser.newPage();
  const find = async (script: string): Promise<ElementHandle> => {
    const element = (await page.evaluateHandle(script)).asElement() as ElementHandle | null;
    if (element === null) throw new Error(`there is no ${script}`);
    return element;
  };
  return {
    tab: {
      goto: async (address) => void (await page.goto(address)),
      reload: async () => void (await page.reload()),
      evaluate: async (script) => page.evaluate(script) as never,
      click: async (script) => (await find(script)).click(),
      press: (key) => page.keyboard.press(key),
      type: (text) => page.keyboard.type(text),
      async wheel(script, deltaY) {
        await (await find(script)).hover();
        await page.mouse.wheel({ deltaY });
      },
      upload: async (script, path) =>
        ((await find(script)) as ElementHandle<HTMLInputElement>).uploadFile(path),
      print: async () => Buffer.from(await page.pdf()),
    },
    close: () => browser.close(),
    async kill() {
      const child = browser.process();
      if (child?.pid === undefined) throw new Error('there is no process');
      const ended = once(child, 'exit');
      // With all that it started.
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

/** The keys as the WebDriver standard writes them: private characters of Unicode (W3C WebDriver, 17.4.2). */
const KEYS = { Enter: '\uE007', Tab: '\uE004', End: '\uE010' } as const;

/** The member by which WebDriver names an element (W3C WebDriver, 12). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

async function startWebKit(program: string): Promise<Driver> {
  const port = await freePort();
  const command = [program, `--port=${port}`];
  const child = process.env['DISPLAY']
    ? spawn(command[0] as string, command.slice(1), { stdio: 'ignore', detached: true })
    : spawn('xvfb-run', ['-a', ...command], { stdio: 'ignore', detached: true });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(`${origin}/status`, child);
  const session = (await ask(origin, 'POST', '/session', { capabilities: { alwaysMatch: {} } })) as {
    sessionId: string;
  };
  const send = (method: string, path: string, body?: object): Promise<unknown> =>
    ask(origin, method, `/session/${session.sessionId}${path}`, body);
  const run = (script: string): Promise<unknown> =>
    send('POST', '/execute/sync', { script: `return (${script});`, args: [] });
  const find = async (script: string): Promise<Record<string, string>> => {
    const element = (await run(script)) as Record<string, string> | null;
    if (element === null) throw new Error(`there is no ${script}`);
    return element;
  };
  const elementPath = async (script: string): Promise<string> => `/element/${(await find(script))[ELEMENT]}`;
  const keys = (text: string): Promise<unknown> =>
    send('POST', '/actions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });
  return {
    tab: {
      goto: async (url) => void (await send('POST', '/url', { url })),
      reload: async () => void (await send('POST', '/refresh', {})),
      evaluate: async (script) => (await run(script)) as never,
      click: async (script) => void (await send('POST', `${await elementPath(script)}/click`, {})),
      press: async (key) => void (await keys(KEYS[key])),
      type: async (text) => void (await keys(text)),
      async wheel(script, deltaY) {
        const scroll = { type: 'scroll', x: 0, y: 0, deltaX: 0, deltaY, origin: await find(script) };
        await send('POST', '/actions', { actions: [{ type: 'wheel', id: 'wheel', actions: [scroll] }] });
      },
      upload: async (script, path) =>
        void (await send('POST', `${await elementPath(script)}/value`, { text: path })),
    },
    async close() {
      await send('DELETE', '').catch(() => undefined);
      // xvfb-run, the display and the driver are one group.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
    },
  };
}

async function ask(origin: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(origin + path, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`WebDriver, ${method} ${path}: ${JSON.stringify(value)}`);
  return value;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilAnswers(address: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the driver ended with ${child.exitCode}`);
    const answers = await fetch(address).then(
      (response) => response.ok,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the driver did not answer within 10 s');
}
