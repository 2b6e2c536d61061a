import type { Plugin } from 'vite';

/**
 * PAGE_POLICY is what the built page may do. Anything that it opens is a register at an address of the reader's choice, so that `connect-src` cannot be
 * narrower than all of http and https; nothing else comes from anywhere but the site. Compiled hashing (hash-wasm) needs 'wasm-unsafe-eval' in the audit's
 * workers, which have the policy of their own answers. Trusted Types: one policy, which lets through the site's own workers (src/app/trusted-types.ts).
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

/** policyText writes a policy as a header or a meta element has it. */
export function policyText(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map(([directive, values]) => `${directive} ${values}`)
    .join('; ');
}

/** pagePolicy puts the policy into the built page, before anything that it rules. The dev server, which reloads by scripts of its own, goes without. */
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
