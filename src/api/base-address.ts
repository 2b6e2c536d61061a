import { type Hash, parseHash } from '../core/hash.ts';

/** ResourceAddress is the resource within its register that an address points to. */
export interface ResourceAddress {
  readonly key?: string;
  readonly entryNumber?: number;
  readonly itemHash?: Hash;
  /** A filter: records whose attribute has this value. */
  readonly where?: { readonly attribute: string; readonly value: string };
}

/**
 * BaseAddress is the result of normaliseBase: a base address without trailing slash, query or fragment, or
 * the problem with the text.
 * `asTyped` is present if more than that was removed: a register may live at an address that ends
 * like one of its own resources. `query` is the removed query of an address that may be that of a
 * file, with its question mark.
 */
type BaseAddress =
  | ({ readonly base: string; readonly asTyped?: string; readonly query?: string } & ResourceAddress)
  | { readonly problem: string };

/**
 * The resources of the API document below a base address, as path tails. The shortest one decides the base.
 */
const RESOURCES: readonly RegExp[] = [
  /\/(?:register|context)$/,
  /\/records(?:\/(?<key>[^/]+)(?:\/entries)?)?$/,
  /\/records\/(?<attribute>[^/]+)\/(?<value>[^/]+)$/,
  // Register servers from before the document, and their pages for people, use the singular.
  /\/record\/(?<key>[^/]+)(?:\/entries)?$/,
  /\/entry\/(?<entry>[0-9]+)$/,
  /\/(?:item|blob)\/(?<hash>(?:sha-256|1220)[^/]+)$/,
  /\/entries(?:\/(?<entry>[0-9]+))?$/,
  /\/(?:items|blobs)(?:\/(?<hash>[^/]+))?$/,
  /\/proof\/register\/[^/]+$/,
  /\/proof\/entries\/(?<entry>[0-9]+)\/[0-9]+\/[^/]+$/,
  /\/proof\/consistency\/[0-9]+\/[0-9]+\/[^/]+$/,
  /\/proofs\/register$/,
  /\/proofs\/entr(?:y|ies)\/(?<entry>[0-9]+)\/[0-9]+$/,
  /\/proofs\/consistency\/[0-9]+\/[0-9]+$/,
  /\/snapshots\/[0-9]+(?:\/(?<key>[^/]+))?$/,
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
  const read = reduce(url.origin, url.pathname.replace(/\/+$/, ''));
  return url.search === '' || 'asTyped' in read ? read : { ...read, query: url.search };
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

function urlOf(typed: string): URL | undefined {
  // Chromium takes a space in a host name.
  if (/\s/.test(typed)) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : scheme(typed) + typed.replace(/^\/+/, '');
  return URL.canParse(address) ? new URL(address) : undefined;
}

function scheme(typed: string): string {
  return /^(localhost|127\.[0-9.]+|\[::1\])([:/]|$)/i.test(typed) ? 'http://' : 'https://';
}

function reduce(origin: string, path: string): BaseAddress {
  const bare = path.replace(/\.(json|csv)$/, '');
  let shortest: RegExpExecArray | undefined;
  for (const resource of RESOURCES) {
    const match = resource.exec(bare);
    if (match !== null && match.index < (shortest?.index ?? Infinity)) shortest = match;
  }
  if (shortest === undefined) return { base: origin + path };
  return {
    base: origin + bare.slice(0, shortest.index),
    asTyped: origin + path,
    ...pointed(shortest.groups ?? {}),
  };
}

function pointed({
  key,
  entry,
  hash,
  attribute,
  value,
}: Record<string, string | undefined>): ResourceAddress {
  if (key !== undefined) return { key: plain(key) };
  if (attribute !== undefined && value !== undefined)
    return { where: { attribute: plain(attribute), value: plain(value) } };
  const entryNumber = Number(entry ?? 0);
  if (entryNumber > 0 && Number.isSafeInteger(entryNumber)) return { entryNumber };
  const spelled = plain(hash ?? '');
  const itemHash = parseHash(spelled, 'item') ?? parseHash(spelled, 'blob');
  return itemHash === undefined ? {} : { itemHash };
}

/** Decodes percent-encoding; returns invalidly encoded text unchanged. */
function plain(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
