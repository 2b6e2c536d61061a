import type { Plugin } from 'vite';

/**
 * leanRouter marks what react-router makes while it is loaded as free of side effects, so that the parts this site does not use (forms, prefetching, server
 * components) are left out of the bundle: 7.7 KB gzipped.
 */
export function leanRouter(): Plugin {
  return {
    name: 'register-explorer:lean-router',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('react-router/dist')) return undefined;
      return {
        code: code
          .replace(/= (React\d*)\.(forwardRef|createContext|memo)\(/g, '= /* @__PURE__ */ $1.$2(')
          .replace(/^[\w$]+\.displayName = "[^"]*";$/gm, ''),
        map: null,
      };
    },
  };
}

/**
 * leanQuery leaves mutations out of the query library, whose client brings their cache along: nothing here changes data. 0.9 KB gzipped. `useMutation` would
 * fail at once.
 */
export function leanQuery(): Plugin {
  const cache =
    'export class MutationCache { clear() {} findAll() { return []; } resumePausedMutations() { return Promise.resolve(); } }';
  return {
    name: 'register-explorer:lean-query',
    apply: 'build',
    load: (id) =>
      /query-core[\\/]build[\\/]modern[\\/]mutationCache\.js$/.test(id)
        ? { code: cache, map: null }
        : undefined,
  };
}
