import type { HtmlTagDescriptor, Plugin } from 'vite';

const TITLE = 'Register Explorer';
const DESCRIPTION =
  'Check a public register yourself. Every check runs in your browser: you don’t have to trust us or the server.';

/**
 * siteCard puts into the built page what makes the site installable, and what others show of a link to it (Open Graph). A host of files cannot say where it is:
 * only SITE_ADDRESS, for example `https://registers.example`, makes the picture's address the whole one that they need, so that without it there is no picture.
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
