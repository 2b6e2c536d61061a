import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { asModule } from './lean-react.ts';

const require = createRequire(import.meta.url);
const exportsOf = (code: string): Set<unknown> =>
  new Set(
    parseSync('module.js', code).module.staticExports.flatMap(({ entries }) =>
      entries.map(({ exportName }) => exportName.name),
    ),
  );

describe('React as modules', () => {
  test.each([
    ['react', 'cjs/react.production.js'],
    ['react', 'cjs/react-jsx-runtime.production.js'],
    ['react-dom', 'cjs/react-dom.production.js'],
    ['react-dom', 'cjs/react-dom-client.production.js'],
  ])('%s exports from %s what it did', (name, path) => {
    const file = join(dirname(require.resolve(name)), path);
    const module = asModule(readFileSync(file, 'utf8'));
    expect(exportsOf(module)).toEqual(new Set(Object.keys(require(file) as object)));
    expect(module).not.toMatch(/\brequire\(/);
  });

  test('keeps what one export reads of another, and imports at the top', () => {
    const module = asModule(
      'var A = require("a"),\n  B = require("b/c"),\n  own = 1;\nexports.now = void 0;\nif (own) {\n  exports.now = 2;\n}\nexports.later = function () { return exports.now + A.x + B.y; };\n',
    );
    expect(module).toContain('import * as A from "a";\nimport * as B from "b/c";\n');
    expect(module).toMatch(/var\s+own = 1;/);
    expect(module).toContain('return exports$now + A.x');
    expect(exportsOf(module)).toEqual(new Set(['now', 'later']));
  });

  test.each([
    'module.exports = 1;',
    'exports.a = require("b");',
    'exports.a = 1;\nf(exports);',
    'var a = 1;',
  ])('refuses %s', (code) => expect(() => asModule(code)).toThrow('not written as'));
});
