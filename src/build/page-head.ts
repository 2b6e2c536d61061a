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

/**
 * SITE_HEADERS are the headers that a host should send with every file: the page's policy again, because
 * workers do not have the policy of their page, with the rule that only a header can set, that no other page
 * may frame this one.
 */
export const SITE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policyText({ ...PAGE_POLICY, 'frame-ancestors': "'none'" }),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** headersFile writes `_headers`, from which hosts such as Netlify and Cloudflare Pages read what to send. */
export function headersFile(base: string): string {
  const rule = (path: string, headers: Readonly<Record<string, string>>): string =>
    [base + path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
  return [
    rule('*', SITE_HEADERS),
    rule('assets/*', { 'Cache-Control': 'public, max-age=31536000, immutable' }),
    rule('licenses.md', { 'Content-Type': 'text/plain; charset=utf-8' }),
  ].join('');
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
