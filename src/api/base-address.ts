import { decodeEscapes, normalizeEscapes } from '../core/escapes.ts';
import { type Hash, parseHash } from '../core/hash.ts';

/** Resource is what an address below a base address points to (API document, "Endpoints"). */
export type Resource =
  | { readonly is: 'record'; readonly key: string; readonly at?: number }
  /** The list of records: those whose attribute has this value, or those at a log size. */
  | {
      readonly is: 'records';
      readonly where?: { readonly attribute: string; readonly value: string };
      readonly at?: number;
    }
  | { readonly is: 'log'; readonly start?: number }
  | { readonly is: 'entry'; readonly entryNumber: number }
  | { readonly is: 'items' }
  | { readonly is: 'item'; readonly hash: Hash }
  | { readonly is: 'entry-proof'; readonly entryNumber: number; readonly logSize: number }
  | { readonly is: 'consistency-proof'; readonly from: number; readonly to: number };

/**
 * BaseAddress is the result of normaliseBase: a base address without trailing slash, query or fragment, or
 * the problem with the text. `query` is the removed query of an address that may be that of a
 * file, with its question mark.
 */
type BaseAddress =
  | {
      readonly base: string;
      readonly query?: string;
      readonly resource?: Resource;
    }
  | { readonly problem: string };

/** Parts are the named parts of a path, decoded; a part that is not there is empty. */
type Parts = (name: string) => string;

/**
 * RESOURCES are the resources of the API document below a base address: the tails of their paths, and what
 * each points to. The shortest tail decides the base.
 */
const RESOURCES: readonly (readonly [
  tail: RegExp,
  resource?: (part: Parts, query: URLSearchParams) => Resource | undefined,
])[] = [
  [/\/(?:register|context)$/],
  [/\/records$/, (_, query) => ({ is: 'records', ...filterIn(query) })],
  [/\/records\/(?<key>[^/]+)(?:\/entries)?$/, (part) => ({ is: 'record', key: part('key') })],
  [
    /\/records\/(?<attribute>[^/]+)\/(?<value>[^/]+)$/,
    (part) => ({ is: 'records', where: { attribute: part('attribute'), value: part('value') } }),
  ],
  // Register servers from before the document, and their pages for people, use the singular.
  [/\/record\/(?<key>[^/]+)(?:\/entries)?$/, (part) => ({ is: 'record', key: part('key') })],
  [/\/(?:item|blob)\/(?<hash>(?:sha-256|1220)[^/]+)$/, (part) => itemAt(part('hash'))],
  [
    /\/(?:entries|entry(?=\/))(?:\/(?<entry>[0-9]+))?$/,
    (part, query) => {
      const entryNumber = numberIn(part('entry'));
      if (entryNumber !== undefined) return { is: 'entry', entryNumber };
      const start = numberIn(query.get('start') ?? '');
      return { is: 'log', ...(start && { start }) };
    },
  ],
  [/\/(?:items|blobs)(?:\/(?<hash>[^/]+))?$/, (part) => itemAt(part('hash')) ?? { is: 'items' }],
  [/\/proof\/register\/[^/]+$/],
  [/\/proofs\/register$/],
  [/\/proof\/entries\/(?<entry>[0-9]+)\/(?<size>[0-9]+)\/[^/]+$/, entryProofAt],
  [/\/proofs\/entr(?:y|ies)\/(?<entry>[0-9]+)\/(?<size>[0-9]+)$/, entryProofAt],
  [/\/proof\/consistency\/(?<from>[0-9]+)\/(?<to>[0-9]+)\/[^/]+$/, consistencyProofAt],
  [/\/proofs\/consistency\/(?<from>[0-9]+)\/(?<to>[0-9]+)$/, consistencyProofAt],
  [
    /\/snapshots\/(?<size>[0-9]+)(?:\/(?<key>[^/]+))?$/,
    (part) => {
      const at = numberIn(part('size'));
      const atSize = at === undefined ? {} : { at };
      return part('key') === ''
        ? { is: 'records', ...atSize }
        : { is: 'record', key: part('key'), ...atSize };
    },
  ],
];

/**
 * normaliseBase reads what a person typed or pasted as the address of a register: adds https:// where it is
 * missing (http:// for this machine itself), and reduces the address of any resource (`…/records/GB`,
 * `…/register.json`) to the base, saying what it pointed to.
 * Accepts any host, with http or https. Never throws.
 */
export function normaliseBase(text: string): BaseAddress {
  const typed = text.trim();
  if (typed === '')
    return { problem: 'Type the address of a register, such as https://country.register.example.' };
  const url = urlOf(typed);
  if (url === undefined) return { problem: 'This is not a web address.' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { problem: `A register is opened by http or https, not by ${url.protocol.slice(0, -1)}.` };
  if (url.username !== '' || url.password !== '')
    return { problem: 'Leave out the user name and password: this page sends none.' };
  const path = normalizeEscapes(url.pathname).replace(/\/+$/, '');
  return reduce(url, path);
}

/**
 * webAddress returns the whole address, with its query, that a person typed for a file; undefined if
 * normaliseBase reports a problem.
 */
export function webAddress(text: string): string | undefined {
  return 'problem' in normaliseBase(text) ? undefined : urlOf(text.trim())?.href;
}

/**
 * isRsfAddress reports whether an address looks like that of an RSF file: it ends in `.rsf`, or in the name
 * that register servers gave their dump.
 */
export function isRsfAddress(text: string): boolean {
  return /\.rsf(?:\.gz)?(?:$|[?#])|\/download-rsf$/i.test(text.trim()) && webAddress(text) !== undefined;
}

/**
 * addressAfterSlash returns the address that someone typed after the slash of a site, `/https://host/path`,
 * of which a browser or a server may have joined the two slashes; undefined for any other path.
 */
export function addressAfterSlash(path: string): string | undefined {
  const [, scheme, rest] = /^\/+(https?):\/+(\S+)$/i.exec(path) ?? [];
  return scheme && rest && `${scheme}://${rest}`;
}

function urlOf(typed: string): URL | undefined {
  // Chromium takes a space in a host name.
  if (/\s/.test(typed)) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : scheme(typed) + typed.replace(/^\/+/, '');
  return URL.canParse(address) ? new URL(address) : undefined;
}

function scheme(typed: string): string {
  return /^(localhost|127\.[0-9.]+|\[::1\])([:/]|$)/i.test(typed) ? 'http://' : 'https://';
}

function reduce({ origin, search, searchParams }: URL, path: string): BaseAddress {
  const bare = path.replace(/\.(json|csv)$/, '');
  const [match, resourceOf] =
    RESOURCES.flatMap(([tail, resource]) => {
      const found = tail.exec(bare);
      return found === null ? [] : [[found, resource] as const];
    }).toSorted(([one], [other]) => one.index - other.index)[0] ?? [];
  if (match === undefined) return { base: origin + path, ...(search && { query: search }) };
  const resource = resourceOf?.((name) => {
    const part = match.groups?.[name] ?? '';
    return decodeEscapes(part) ?? part;
  }, searchParams);
  return { base: origin + bare.slice(0, match.index), ...(resource && { resource }) };
}

function filterIn(query: URLSearchParams) {
  const attribute = query.get('name');
  const value = query.get('value');
  return attribute === null || value === null ? {} : { where: { attribute, value } };
}

function itemAt(text: string): Resource | undefined {
  const hash = parseHash(text, 'item') ?? parseHash(text, 'blob') ?? parseHash(text, 'bare');
  return hash && { is: 'item', hash };
}

function entryProofAt(part: Parts): Resource | undefined {
  const [entryNumber, logSize] = [numberIn(part('entry')), numberIn(part('size'))];
  if (entryNumber === undefined) return undefined;
  return logSize === undefined ? { is: 'entry', entryNumber } : { is: 'entry-proof', entryNumber, logSize };
}

function consistencyProofAt(part: Parts): Resource | undefined {
  const [from, to] = [numberIn(part('from')), numberIn(part('to'))];
  return from === undefined || to === undefined ? undefined : { is: 'consistency-proof', from, to };
}

/** numberIn reads an entry number or a log size; undefined for what no number can hold. */
function numberIn(digits: string): number | undefined {
  const number = /^[0-9]+$/.test(digits) ? Number(digits) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
