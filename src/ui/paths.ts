import { normalizeEscapes } from '../core/escapes.ts';

/**
 * RegisterId names a register in an address.
 * - bundled: `/country` (items), `/country~earlier`, `/country~v2+altered-item` (the mock's mount)
 * - remote: the percent-encoded base address, `/https%3A%2F%2Fexample.org%2Fcountry`
 * - file: an RSF file. Either one this browser keeps, `/file:country-8d92e1e0`,
 *   `/file:country-8d92e1e0~earlier`, by the id that it has here; or one on the web, by its percent-encoded
 *   address, `/rsf:https%3A%2F%2Fexample.org%2Fcountry.rsf`
 */
export type RegisterId =
  | BundledId
  | { readonly kind: 'remote'; readonly base: string }
  | { readonly kind: 'file'; readonly file: string; readonly mount: string };

interface BundledId {
  readonly kind: 'bundled';
  readonly name: string;
  readonly mount: string;
}

/** simulatesAttacks reports whether this is the bundled register of a dishonest server, which repeats another's data. */
export function simulatesAttacks(id: RegisterId): id is BundledId {
  return id.kind === 'bundled' && id.name === 'unfaithful';
}

/** Views of a register whose addresses end with their names. */
const PLAIN = ['records', 'entries', 'items', 'proofs', 'audit', 'compare', 'witnesses', 'api'] as const;

/** Views of no register, by their names. */
const OF_THE_SITE = ['check', 'settings', 'help'] as const;

interface In<View extends string> {
  readonly view: View;
  readonly register: RegisterId;
}

/** Place is the page of an address. */
export type Place =
  | { readonly view: 'start' | (typeof OF_THE_SITE)[number] }
  | { readonly view: 'nowhere' }
  | In<'overview' | (typeof PLAIN)[number]>
  | (In<'record'> & { readonly key: string })
  | (In<'entry'> & { readonly entryNumber: string })
  | (In<'item'> & { readonly hash: string })
  | (In<'entry-proof'> & { readonly entryNumber: string; readonly logSize: string })
  | (In<'consistency-proof'> & { readonly from: string; readonly to: string })
  /** Both log sizes, or neither: then the page asks for them. */
  | (In<'changes'> & { readonly from?: string; readonly to?: string });

/**
 * PATHS are the segments after a register's own; one with a colon is the property of
 * the place with that name.
 */
const PATHS: readonly (readonly [view: RegisterPlace['view'], ...segments: string[]])[] = [
  ['overview'],
  ...PLAIN.map((view) => [view, view] as const),
  ['record', 'records', ':key'],
  ['entry', 'entries', ':entryNumber'],
  ['item', 'items', ':hash'],
  ['entry-proof', 'proofs', 'entries', ':entryNumber', ':logSize'],
  ['consistency-proof', 'proofs', 'consistency', ':from', ':to'],
  ['changes', 'changes', ':from', ':to'],
  ['changes', 'changes'],
];

/** RegisterPlace is a place within a register. */
export type RegisterPlace = Extract<Place, { readonly register: RegisterId }>;

/** DEFAULT_MOUNT is the mount of a bundled register whose address names none. */
const DEFAULT_MOUNT = 'v2';

const MOUNT_TEXT = /(?:v2|earlier)(?:\+[a-z0-9-]+(?:@[a-z-]+)?)*/.source;
/** Names of pages that were removed: an old address of one is not a register of that name. */
const REMOVED: ReadonlySet<string> = new Set(['conformance', 'tour']);
const NAMED = new RegExp(
  `^(?:file:(?<file>[A-Za-z0-9][\\w.-]*)|(?<name>[a-z][a-z0-9-]*))(?:~(?<mount>${MOUNT_TEXT}))?$`,
);
const RSF = new RegExp(`^rsf:(https?://(?![^/]*@).+?)(?:~(${MOUNT_TEXT}))?$`, 's');

/**
 * parseRegisterId reads the first segment of an address, already percent-decoded; undefined
 * if it names no register.
 */
export function parseRegisterId(segment: string): RegisterId | undefined {
  if (/^https?:\/\//i.test(segment))
    return URL.canParse(segment) ? { kind: 'remote', base: segment } : undefined;
  if (segment.startsWith('rsf:')) {
    const [, address = '', mount = DEFAULT_MOUNT] = RSF.exec(segment) ?? [];
    return URL.canParse(address) ? registerOfFile(address, mount) : undefined;
  }
  const { file, name, mount = DEFAULT_MOUNT } = NAMED.exec(segment)?.groups ?? {};
  if (file !== undefined) return { kind: 'file', file, mount };
  return name === undefined || REMOVED.has(name) ? undefined : { kind: 'bundled', name, mount };
}

/**
 * formatRegisterId writes the first segment of an address, not yet percent-encoded.
 * Inverse of parseRegisterId.
 */
export function formatRegisterId(id: RegisterId): string {
  if (id.kind === 'remote') return id.base;
  const suffix = id.mount === DEFAULT_MOUNT ? '' : `~${id.mount}`;
  if (id.kind === 'bundled') return id.name + suffix;
  const address = fileAddress(id);
  if (address === undefined) return `file:${id.file}${suffix}`;
  // An address may itself end like a mount.
  return `rsf:${address}${RSF.exec(`rsf:${address}`)?.[2] === undefined ? suffix : `~${id.mount}`}`;
}

/**
 * fileAddress is the web address of the RSF file that a register is read from; undefined for a file this
 * browser keeps, and for what is not a file.
 */
export function fileAddress(id: RegisterId | undefined): string | undefined {
  return id?.kind === 'file' && id.file.includes('://') ? id.file : undefined;
}

/**
 * registerOfFile is the register of the RSF file at a web address; two spellings of one
 * address are one register.
 */
export function registerOfFile(address: string, mount = DEFAULT_MOUNT): RegisterId {
  const url = new URL(address);
  url.hash = '';
  url.pathname = normalizeEscapes(url.pathname);
  return { kind: 'file', file: url.href, mount };
}

/**
 * withMount returns the same bundled register or file at another mount of the mock. A
 * remote register has none.
 */
export function withMount(id: RegisterId, mount: string): RegisterId {
  return id.kind === 'remote' ? id : { ...id, mount };
}

function registerSegment(register: RegisterId, id: string): string {
  if (register.kind === 'remote') return encodeURIComponent(id);
  return fileAddress(register) === undefined ? segment(id) : `rsf:${encodeURIComponent(id.slice(4))}`;
}

/** segment encodes one path segment; `~`, `:`, `+`, `@`, `,` stay readable. */
function segment(text: string): string {
  return encodeURIComponent(text).replace(/%(?:3A|2B|40|2C)/g, decodeURIComponent);
}

/**
 * canBeAddressed reports whether an address can carry a text: half of a surrogate pair has no bytes to be
 * percent-encoded (URL standard, 1.3).
 */
export function canBeAddressed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

/** NO_PLACE is the path of a place without an address; Link shows it as text. */
export const NO_PLACE = '#';

/**
 * pathTo writes the path of a place, without the base the site is served under. Inverse of parsePlace.
 * The keys `.` and `..` cannot be path segments (URL standard, 4.4); they travel as `?key=`. NO_PLACE for a
 * key that cannot be addressed.
 */
export function pathTo(place: Exclude<Place, { view: 'nowhere' }>): string {
  if (place.view === 'start') return '/';
  if (!('register' in place)) return `/${place.view}`;
  const { view, register, ...rest } = place;
  const given = new Map(Object.entries<string | undefined>(rest));
  const id = formatRegisterId(register);
  const base = `/${registerSegment(register, id)}`;
  const key = given.get('key');
  if (key !== undefined && !canBeAddressed(key)) return NO_PLACE;
  if (key !== undefined && /^\.{0,2}$/.test(key)) return `${base}/record?key=${encodeURIComponent(key)}`;
  const written = PATHS.filter(([name]) => name === view).map(([, ...segments]) =>
    segments.map((name) => (name.startsWith(':') ? given.get(name.slice(1)) : name)),
  );
  const segments = written.find((one) => !one.includes(undefined)) ?? [];
  return [base, ...segments.map((text = '') => segment(text))].join('/');
}

/**
 * parsePlace reads the raw (still percent-encoded) path and query of an address. It decodes each segment
 * exactly once, which the router's own parameters do not (`a%252Fb` would come out as `a/b`). Anything it
 * does not know is `nowhere`.
 */
export function parsePlace(pathname: string, search = ''): Place {
  const [first, ...rest] = decodeSegments(pathname) ?? [''];
  if (first === undefined) return { view: 'start' };
  const ofTheSite = OF_THE_SITE.find((name) => name === first);
  if (ofTheSite !== undefined && rest.length === 0) return { view: ofTheSite };
  const register = parseRegisterId(first);
  if (register === undefined) return { view: 'nowhere' };
  if (rest.join('/') === 'record')
    return { view: 'record', register, key: new URLSearchParams(search).get('key') ?? '' };
  for (const [view, ...segments] of PATHS) {
    const fits = (name: string, at: number): boolean => name.startsWith(':') || name === rest[at];
    if (segments.length !== rest.length || !segments.every(fits)) continue;
    const given = segments.flatMap((name, at) => (name.startsWith(':') ? [[name.slice(1), rest[at]]] : []));
    return { view, register, ...Object.fromEntries(given) } as Place;
  }
  return { view: 'nowhere' };
}

function decodeSegments(pathname: string): string[] | undefined {
  try {
    const parts = pathname.split('/').slice(1);
    if (parts.at(-1) === '') parts.pop();
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** VersionQuery is the query of a record's address; each part may be absent or invalid. */
interface VersionQuery {
  /** `?version=`: the entry number of a version; NaN if invalid. */
  readonly version: number | undefined;
  /** `&compare=`: the entry number of the version to compare; NaN if invalid. */
  readonly compare: number | undefined;
  /** `&attribute=`: the attribute to scroll to and mark. */
  readonly attribute: string | undefined;
}

/** readVersions reads the query of a record's address. */
export function readVersions(search: string): VersionQuery {
  const query = new URLSearchParams(search);
  const number = (name: string) => (query.has(name) ? numberIn(query.get(name)) : undefined);
  return {
    version: number('version'),
    compare: number('compare'),
    attribute: query.get('attribute') ?? undefined,
  };
}

/**
 * numberIn reads the entry number or log size of an address: a whole number of at least 1, in
 * digits; NaN for anything else.
 */
export function numberIn(text: string | null): number {
  const value = /^0*[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** RecordName is a record's register and key, which its addresses are made of. */
export interface RecordName {
  readonly register: RegisterId;
  readonly key: string;
}

/**
 * versionPath returns the address of a record with this query, `at` a log size; undefined parts are left out.
 */
export function versionPath(
  record: RecordName,
  { at, version, compare, attribute }: Partial<VersionQuery> & { readonly at?: number | undefined },
): string {
  const [path = '', query = ''] = pathTo({ view: 'record', ...record }).split('?');
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ at, version, compare, attribute }))
    if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? path : `${path}?${params}`;
}
