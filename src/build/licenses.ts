import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The styles that name all fonts, and the folder of those that this project changed, with their licence. */
const FONTS = { styles: 'src/ui/fonts.css', own: 'src/ui/fonts' };

/** Licenses is what one build ships of other projects. */
export interface Licenses {
  /** collect makes a plugin that notes what one part of the build contains. */
  readonly collect: () => Plugin;
  /** write returns the licences of all that was noted, as Markdown. */
  readonly write: () => string;
}

/** licenses lists what one build ships of other projects: its parts tell it what they contain. */
export function licenses(): Licenses {
  const folders = new Set<string>();
  const add = (id: string): void => {
    const folder = /^[^\0]*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0];
    if (folder !== undefined) folders.add(folder);
    // What the bundler adds of its own.
    if (id.startsWith('\0rolldown/')) folders.add('node_modules/rolldown');
    if (id.endsWith(FONTS.styles)) for (const font of fontPackages()) folders.add(font);
  };
  return {
    // One for the page, one for the workers, one for the service worker.
    collect: () => ({
      name: 'register-explorer:licenses',
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') file.moduleIds.forEach(add);
      },
    }),
    write() {
      const parts = [...folders].map(readPackage);
      parts.push({ title: 'Register Sans, Register Mono (OFL-1.1)', text: textIn(FONTS.own) });
      parts.sort((one, other) => (one.title < other.title ? -1 : 1));
      const chapters = new Map(parts.map(({ title, text }) => [title, `## ${title}\n\n${text.trim()}\n`]));
      return [
        '# Licences\n\nThis site contains code and fonts of these projects.\n',
        ...chapters.values(),
      ].join('\n');
    },
  };
}

/** fontPackages returns the folders of the packages whose fonts the styles use as they are. */
function fontPackages(): string[] {
  const names = readFileSync(FONTS.styles, 'utf8').matchAll(/['"](@fontsource[^/'"]*\/[^/'"]+)/g);
  return [...names].map(([, name = '']) => `node_modules/${name}`);
}

function readPackage(folder: string): { readonly title: string; readonly text: string } {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license: string;
  };
  return { title: `${about.name} ${about.version} (${about.license})`, text: textIn(folder) };
}

/** textIn returns the licence in a folder. Throws if there is none, because nothing may be shipped without it. */
function textIn(folder: string): string {
  const name = readdirSync(folder).find((file) => /^licen[cs]e(?:\.\w+)?$/i.test(file));
  if (name === undefined) throw new Error(`There is no licence in ${folder}.`);
  return readFileSync(join(folder, name), 'utf8');
}
