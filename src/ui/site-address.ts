declare const __SINGLE_FILE__: boolean;

/**
 * SITE_ADDRESS is where this site is, with a slash at its end. The edition in one file is nowhere; what it names below an address, its bundled registers and
 * its pages, is below one at which nothing will ever answer (RFC 2606), and never reveals the folder of the computer it lies in.
 */
export const SITE_ADDRESS = __SINGLE_FILE__
  ? 'https://register-explorer.invalid/'
  : new URL(import.meta.env.BASE_URL, location.origin).href;

/** REGISTERS_ADDRESS is where the bundled mock server answers, wherever it runs: its list, and below it every register. */
export const REGISTERS_ADDRESS = `${SITE_ADDRESS}registers`;

/** PAGES_ADDRESS is what a path of this site follows in an address. */
export const PAGES_ADDRESS = (__SINGLE_FILE__ ? location.href.replace(/#.*|$/s, '#') : SITE_ADDRESS).replace(
  /\/$/,
  '',
);
