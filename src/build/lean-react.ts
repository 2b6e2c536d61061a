import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const resolve = createRequire(import.meta.url).resolve;

/** The files of React that a build of this site is made of, by the names they are imported by. */
const FILES: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};

/** What React asks its scheduler for, and only finds there in a test. */
const ASKED_FOR = 'export var log, unstable_setDisableYieldValue;\n';

/**
 * leanReact reads React as modules. It is published as CommonJS, whose exports are properties of an object: nothing of them can be left out, and every call of
 * one is a look-up. An update of React that is written otherwise fails here, or in the build that finds an export missing.
 */
export function leanReact(): Plugin {
  return {
    name: 'register-explorer:lean-react',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (FILES[id] === undefined ? undefined : pathOf(FILES[id])),
    transform(code, id) {
      if (/[\\/]cjs[\\/](?:react|scheduler)[\w-]*\.production\.js$/.test(id))
        return {
          code: asModule(code) + (id.includes('scheduler') ? ASKED_FOR : ''),
          moduleSideEffects: false,
          map: null,
        };
      // It imports React as a default export, which a module of it does not have.
      if (!id.includes('react-router')) return undefined;
      return {
        code: code.replaceAll(/^import (React\d*) from "react";$/gm, 'import * as $1 from "react";'),
        map: null,
      };
    },
  };
}

/** asModule turns a CommonJS file that assigns to `exports.name` and requires at its top into a module. Throws where anything of the kind is left over. */
export function asModule(code: string): string {
  const names = new Set<string>();
  const imports: string[] = [];
  const module = code
    .replace(/^var ((?:\s*\w+ = require\("[\w/-]+"\)[,;])+)/m, (_all, list: string) => {
      for (const [, name, from] of list.matchAll(/(\w+) = require\("([\w/-]+)"\)/g))
        imports.push(`import * as ${name} from "${from}";`);
      return list.trimEnd().endsWith(',') ? 'var ' : '';
    })
    .replaceAll(/^exports\.(\w+) =/gm, (_all, name: string) => {
      names.add(name);
      return `var exports$${name} =`;
    })
    .replaceAll(/\bexports\.(\w+)/g, 'exports$$$1');
  if (names.size === 0 || /\b(?:require\(|exports\b(?!\$))/.test(module))
    throw new Error('This file is not written as asModule knows it.');
  const list = [...names].map((name) => `exports$${name} as ${name}`).join(', ');
  return `${imports.join('\n')}\n${module}\nexport { ${list} };\n`;
}

/** React's own packages do not let their files be resolved by path; the scheduler is a dependency of react-dom. */
function pathOf(file: string): string {
  const [name = '', ...rest] = file.split('/');
  const from = name === 'scheduler' ? createRequire(resolve('react-dom')).resolve(name) : resolve(name);
  return join(dirname(from), ...rest);
}
