import type { HtmlTagDescriptor, Plugin } from 'vite';

const TITLE = 'Register Explorer';
const DESCRIPTION =
  'Check a public register yourself. Every check runs in your browser: you don’t have to trust us or the server.';

/**
 * siteCard adds to the built page the manifest link and the link preview (Open Graph). A preview needs the full address of its picture: without SITE_ADDRESS,
 * for example `https://registers.example`, there is no picture.
 */
export function siteCard(): Plugin {
  let base = '/';
  const site = process.env['SITE_ADDRESS']?.replace(/\/$/, '');
  return {
    name: 'register-explorer:site-card',
    apply: 'build',
    configResolved: (config) => void (base = config.base),
    transformIndexHtml: () => [
      {
        tag: 'link',
        attrs: { rel: 'manifest', href: `${base}manifest.webmanifest` },
        injectTo: 'head',
      },
      property('og:type', 'website'),
      property('og:title', TITLE),
      property('og:description', DESCRIPTION),
      ...(site ? [property('og:image', `${site}${base}picture.png`)] : []),
    ],
  };
}

function property(name: string, content: string): HtmlTagDescriptor {
  return { tag: 'meta', attrs: { property: name, content }, injectTo: 'head' };
}
