import type { Plugin } from 'vite';

/** The modules that the entry imports at once, directly or not. */
const atOnce = new Set<string>();

/** Parts of the query library that only views fetched later use; the entry imports the library through one index, which would bring them along. */
const LATER =
  /[\\/](?:queriesObserver|mutationObserver|infiniteQueryObserver|useQueries|useMutation|useInfiniteQuery)\.js$/;

/** isFirst tells whether a module belongs into the one file that the page begins with. */
export const isFirst = (id: string): boolean => atOnce.has(id);

/**
 * oneFirstFile notes what the entry imports at once, so that all of it is put into one file: shared pieces would otherwise become small files of their own,
 * which compress worse (2 KB gzipped in all) and are asked for one after another.
 */
export function oneFirstFile(): Plugin {
  return {
    name: 'register-explorer:one-first-file',
    apply: 'build',
    buildEnd() {
      const add = (id: string): void => {
        if (atOnce.has(id) || LATER.test(id)) return;
        atOnce.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported);
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) add(id);
    },
  };
}
