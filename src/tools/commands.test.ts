import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Runs a command with these arguments, and these variables besides those of this process. */
function run(command: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, ...variables };
  return new Promise<{ code: number | null; said: string }>((done) => {
    const child = execFile(
      process.execPath,
      [`src/tools/${command}.mjs`, ...args],
      { env },
      (_, stdout, stderr) => done({ code: child.exitCode, said: stdout + stderr }),
    );
  });
}

test.each<[command: string, args: string[], variables: Readonly<Record<string, string>>, words: RegExp]>([
  ['start', [], { PORT: ' ' }, /^The port .* not " "\./],
  ['start', [], { PORT: '65536' }, /^The port .* not "65536"\./],
  ['start', ['--port', '1e3'], {}, /^The port .* not "1e3"\./],
  ['start', ['--port='], {}, /^The port .* not ""\./],
  // An empty PORT is as good as none: what is wrong is the host.
  ['start', ['--host', ' '], { PORT: '' }, /^--host has no value\./],
  ['start', ['--nonsense'], {}, /--nonsense/],
  ['fuzz', ['--runs', 'abc'], {}, /^--runs takes a whole number from 1 to 999999999, not abc\./],
  ['fuzz', ['--runs', '0'], {}, /^--runs takes a whole number from 1 to 999999999, not 0\./],
  ['fuzz', ['--seed', 'x'], {}, /^--seed takes a whole number, not x\./],
  ['mutate', ['--only', 'nonsense,split'], {}, /^--only does not know nonsense\./],
  ['mutate', ['--jobs', 'abc'], {}, /^--jobs takes a whole number from 1 to 99, not abc\./],
  ['vite', ['build', '--bogus'], {}, /--bogus/],
  ['vite', ['build', '--outDir', 'src'], {}, /^The site cannot be built: .*src has something else/],
  ['vite', ['build', '--base=sub/'], {}, /^--base takes a path that begins with a slash, not sub\/\./],
  ['vite', ['here'], {}, /^here is not an argument of this command\./],
  ['build-id', ['/nope'], {}, /^No build can be read at \/nope: /],
  ['conformance', ['nowhere'], {}, /^Name one address/],
  ['conformance', ['http://localhost', '--only', 'all'], {}, /^--only does not know all\./],
  [
    'conformance',
    ['http://localhost', '--json', '/nonexistent/x.json'],
    {},
    /^--json names a file .*\/nonexistent\/x\.json/,
  ],
  ['premises-roots', ['--bogus'], {}, /--bogus/],
  ['../../public/check-bundle', [], {}, /^This file could not be checked: name it: /],
  [
    '../../public/check-bundle',
    ['/nope.json'],
    {},
    /^This file could not be checked: there is none at this path/,
  ],
  ['journeys', [], { BROWSER_PATH: '/nope' }, /^BROWSER_PATH names \/nope, and there is no such file\./],
  ['bench', [], { BROWSER_PATH: '/nope' }, /^BROWSER_PATH names \/nope, and there is no such file\./],
  ...['test', 'bench', 'journeys'].map((command): [string, string[], Record<string, string>, RegExp] => [
    command,
    [],
    { BROWSER_PATH: resolve('package.json') },
    /^BROWSER_PATH names .*package\.json, which does not start as a browser\./,
  ]),
])(
  'npm run %s with the arguments %j and %j ends with a sentence',
  async (command, args, variables, words) => {
    const { code, said } = await run(command, args, variables);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
  },
);
