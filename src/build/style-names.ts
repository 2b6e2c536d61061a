import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** scopedName makes the class names of CSS modules from file and name alone: the same on every machine, in whatever order files are read. */
export function scopedName(name: string, filename: string): string {
  const path = relative(top, filename.split('?')[0] ?? filename)
    .split(sep)
    .join('/');
  return `rx_${createHash('sha256').update(`${path} ${name}`).digest('hex').slice(0, 16)}`;
}

const SCOPED = /\brx_[\da-f]{16}\b/g;

/**
 * shortStyles gives the class names of CSS modules one to three signs each, those of the first file the shortest, and puts the order of the cascade layers
 * before all styles: files of components may come before the one that states it.
 */
export function shortStyles(): Plugin {
  return {
    name: 'register-explorer:short-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const texts = files
        .toSorted((one, other) => rank(one) - rank(other) || (one.fileName < other.fileName ? -1 : 1))
        .map((file) => (file.type === 'chunk' ? file.code : isStyle(file) ? String(file.source) : ''));
      const short = new Map<string, string>();
      for (const text of texts)
        for (const name of text.match(SCOPED) ?? [])
          if (!short.has(name)) short.set(name, `c${short.size.toString(36)}`);
      const shorten = (text: string): string => text.replace(SCOPED, (name) => short.get(name) ?? name);
      for (const file of files) {
        if (file.type === 'chunk') file.code = shorten(file.code);
        else if (isStyle(file)) file.source = `@layer reset,tokens,ui,views;${shorten(String(file.source))}`;
      }
    },
  };
}

const isStyle = (file: { readonly fileName: string }): boolean => file.fileName.endsWith('.css');

const rank = (file: { readonly type: string; readonly isEntry?: boolean }): number =>
  file.isEntry === true ? 0 : file.type === 'chunk' ? 1 : 2;
