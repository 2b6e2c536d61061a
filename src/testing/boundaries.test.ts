import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const FOLDERS =
  'core rsf api verify verify/evidence log trust query ui views/record app app/links conformance mock mock/engine mock/hosts/node mock/hosts/browser build tools testing'.split(
    ' ',
  );
const PACKAGES =
  'node:fs react @tanstack/react-query hash-wasm hono/tiny valibot vite @noble/hashes/sha2.js'.split(' ');

const REGISTER = 'core api verify verify/evidence log trust query';
/** What each folder or file may import, wholly or as types only. Other imports are forbidden. */
const MAY_IMPORT: Record<string, { readonly values: string; readonly types?: string }> = {
  core: { values: 'core @noble/hashes/sha2.js' },
  rsf: { values: 'core rsf' },
  api: { values: 'core api' },
  conformance: { values: 'core conformance valibot' },
  verify: { values: 'core verify verify/evidence valibot @noble/hashes/sha2.js' },
  'verify/evidence': { values: 'core verify verify/evidence valibot @noble/hashes/sha2.js' },
  log: { values: 'core rsf verify verify/evidence log hash-wasm valibot @noble/hashes/sha2.js' },
  trust: { values: 'core verify verify/evidence trust valibot' },
  query: { values: `${REGISTER} react @tanstack/react-query` },
  ui: { values: 'core ui react' },
  'ui/proof': { values: 'core ui react' },
  'views/item': {
    values: 'query ui react @tanstack/react-query',
    types: [REGISTER, 'rsf conformance', ...PACKAGES].join(' '),
  },
  'views/item/item-queries.ts': { values: `${REGISTER} views/item react @tanstack/react-query` },
  app: { values: `${REGISTER} ui views/record app app/links react @tanstack/react-query` },
  'app/one-box': { values: `${REGISTER} ui views/record app app/links react @tanstack/react-query` },
  mock: { values: 'core rsf mock mock/engine' },
  'mock/engine': { values: 'core rsf mock mock/engine' },
  'mock/hosts/browser': { values: 'core rsf mock mock/engine mock/hosts/browser' },
  'mock/hosts/node': { values: 'core conformance rsf mock mock/engine mock/hosts/node node:fs' },
  build: { values: 'build node:fs vite' },
};

/** lint returns what oxlint says of files, by their paths below src, with the rules of this project. */
function lint(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'boundaries-'));
  copyFileSync('.oxlintrc.json', join(root, '.oxlintrc.json'));
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, 'src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const command = resolve('node_modules/.bin/oxlint');
  const { stdout } = spawnSync(command, ['-f', 'unix'], { cwd: root, encoding: 'utf8' });
  rmSync(root, { recursive: true });
  return stdout;
}

test.each(['value', 'type'])('each folder imports what it may and nothing else (%s)', (kind) => {
  const expected: string[] = [];
  const probes: Record<string, string> = {};
  for (const [place, { values, types = '' }] of Object.entries(MAY_IMPORT)) {
    const may = `${values} ${kind === 'type' ? types : ''}`.split(' ');
    const file = place.endsWith('.ts') ? place : `${place}/probe.ts`;
    const lines = [...FOLDERS, ...PACKAGES].map((name, index) => {
      if (!may.includes(name)) expected.push(`${file}: ${name}`);
      const from = relative(dirname(file), name) || '.';
      const path = PACKAGES.includes(name) ? name : `${from.startsWith('.') ? from : `./${from}`}/x.ts`;
      return `import ${kind === 'type' ? 'type ' : ''}{ x${index} } from '${path}';`;
    });
    probes[file] = lines.join('\n');
  }
  const refused = [...lint(probes).matchAll(/src\/(\S+?):(\d+):.*is restricted from/g)].map(
    ([, file = '', line]) => `${file}: ${[...FOLDERS, ...PACKAGES][Number(line) - 1]}`,
  );
  expect([...new Set(refused)].toSorted()).toEqual(expected.toSorted());
});

test.each(['', 'type '])('no two files import %seach other, by way of others either', (kind) => {
  const file = (to: string): string => `import ${kind}{ X } from './${to}.ts';\nexport type Y = X;\n`;
  const said = lint({ 'core/a.ts': file('b'), 'core/b.ts': file('c'), 'core/c.ts': file('a') });
  expect(said.match(/Dependency cycle/g)).toHaveLength(3);
});
