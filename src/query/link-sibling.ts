import { isRegisterName } from '../core/curie.ts';

/**
 * siblingBase guesses the base address of another register of the same server from the address and the name of one: `https://country.register.gov.uk` and
 * `country` lead to `https://currency.register.gov.uk`, `…/registers/country/v2` to `…/registers/currency/v2`. Undefined where the name is no part of the
 * address, or another register cannot be called that.
 */
export function siblingBase(base: string, own: string, other: string): string | undefined {
  if (!isRegisterName(own) || !isRegisterName(other) || !URL.canParse(base)) return undefined;
  const url = new URL(base);
  const segments = url.pathname.split('/');
  const at = segments.lastIndexOf(own);
  if (at > 0) {
    url.pathname = segments.with(at, other).join('/');
    return url.href.replace(/\/+$/, '');
  }
  const [first, ...rest] = url.hostname.split('.');
  // `country.example` alone would lead to another owner's name.
  if (first !== own || rest.length < 2) return undefined;
  url.hostname = [other, ...rest].join('.');
  return url.href.replace(/\/+$/, '');
}
