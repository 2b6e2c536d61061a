import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs a command with these arguments, and this value of PORT. */
function run(command: string, args: readonly string[], port?: string) {
  const env = { ...process.env, ...(port !== undefined && { PORT: port }) };
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = execFile('node', [`src/tools/${command}.mjs`, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, said: stdout + stderr }),
    );
  });
}

test.each<[command: string, args: string[], port: string | undefined, words: RegExp]>([
  ['start', [], 'abc', /^The port .* not "abc"\./],
  ['start', [], ' ', /^The port .* not " "\./],
  ['start', [], '65536', /^The port .* not "65536"\./],
  ['start', ['--port', '1e3'], undefined, /^The port .* not "1e3"\./],
  ['start', ['--port='], undefined, /^The port .* not ""\./],
  ['start', ['--host', ''], undefined, /^--host has no value\./],
  // An empty PORT is as good as none: what is wrong is the host.
  ['start', ['--host', ' '], '', /^--host has no value\./],
  ['start', ['--nonsense'], undefined, /--nonsense/],
  ['start', ['here'], undefined, /'here'/],
  ['mutate', ['--only', 'nonsense,split'], undefined, /^--only does not know nonsense\./],
  ['mutate', ['--jobs', 'abc'], undefined, /^--jobs takes a whole number from 1, not abc\./],
])('npm run %s with the arguments %j, PORT %j, ends with a sentence', async (command, args, port, words) => {
  const { code, said } = await run(command, args, port);
  expect(said).toMatch(words);
  expect(said).not.toMatch(/^\s+at /m);
  expect(code).toBe(2);
});
