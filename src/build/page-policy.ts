import type { Plugin } from 'vite';

/**
 * PAGE_POLICY is the policy of the built page. A reader may open a register at any address, so `connect-src` has to allow
 * all of http and https; everything else is loaded from the site. Compiled hashing (hash-wasm) needs 'wasm-unsafe-eval' in the audit's
 * workers, which have the policy of their own answers. Trusted Types: one policy, which allows the site's own workers (src/app/trusted-types.ts).
 */
export const PAGE_POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self' http: https:",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default',
};

/** policyText writes a policy for a header or a meta element. */
export function policyText(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map(([directive, values]) => `${directive} ${values}`)
    .join('; ');
}

/** pagePolicy writes the policy into the built page before anything it governs. The dev server has none: it reloads with scripts of its own. */
export function pagePolicy(): Plugin {
  return {
    name: 'register-explorer:page-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policyText(PAGE_POLICY) },
        injectTo: 'head-prepend',
      },
    ],
  };
}
