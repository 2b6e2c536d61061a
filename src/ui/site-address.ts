declare const __SINGLE_FILE__: boolean;

/**
 * SITE_ADDRESS is the address of this site, with a trailing slash. The single-file edition uses a reserved
 * one (RFC 2606) for its bundled registers and pages, which never reveals its folder on the computer.
 */
const SITE_ADDRESS = __SINGLE_FILE__
  ? 'https://register-explorer.invalid/'
  : new URL(import.meta.env.BASE_URL, location.origin).href;

/** REGISTERS_ADDRESS is the address of the bundled mock server: its list, and below it every register. */
export const REGISTERS_ADDRESS = `${SITE_ADDRESS}registers`;

/** PAGES_ADDRESS is the prefix of a path of this site in an address. */
export const PAGES_ADDRESS = (__SINGLE_FILE__ ? location.href.replace(/#.*|$/s, '#') : SITE_ADDRESS).replace(
  /\/$/,
  '',
);
