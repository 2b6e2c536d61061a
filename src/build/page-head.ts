import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * PAGE_POLICY is the policy of the built page. A reader may open a register at any address, so `connect-src`
 * has to allow all of http and https; everything else is loaded from the site. Compiled hashing (hash-wasm)
 * needs 'wasm-unsafe-eval' in the audit's workers, which have the policy of their own answers. Trusted Types:
 * one policy, which allows the site's own workers (src/app/trusted-types.ts).
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

const DESCRIPTION =
  'Check a public register yourself. Every check runs in your browser: you don’t have to trust us or the server.';

/**
 * pageHead adds to the built page its policy, before anything that it governs, the manifest link and the link
 * preview (Open Graph). The dev server has no policy: it reloads with scripts of its own. A preview needs the
 * full address of its picture: without SITE_ADDRESS, for example `https://registers.example`, there is none.
 */
export function pageHead(): Plugin {
  let base = '/';
  const site = process.env['SITE_ADDRESS']?.replace(/\/$/, '');
  return {
    name: 'register-explorer:page-head',
    apply: 'build',
    configResolved: (config) => void (base = config.base),
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policyText(PAGE_POLICY) },
        injectTo: 'head-prepend',
      },
      { tag: 'link', attrs: { rel: 'manifest', href: `${base}manifest.webmanifest` }, injectTo: 'head' },
      property('og:type', 'website'),
      property('og:title', 'Register Explorer'),
      property('og:description', DESCRIPTION),
      ...(site ? [property('og:image', `${site}${base}picture.png`)] : []),
    ],
  };
}

function property(name: string, content: string): HtmlTagDescriptor {
  return { tag: 'meta', attrs: { property: name, content }, injectTo: 'head' };
}
