import { pathTo, type RegisterId } from './paths.ts';

/** VersionsAsked is what the query of a record's address asks for; each part may be missing, and each may be nonsense. */
export interface VersionsAsked {
  /** `?version=`: the entry number of a version; NaN where it is none. */
  readonly version: number | undefined;
  /** `&compare=`: the entry number of the version that is set beside it; NaN where it is none. */
  readonly compare: number | undefined;
  /** `&attribute=`: the attribute to scroll to and mark. */
  readonly attribute: string | undefined;
  /** `&only=changes`: a comparison leaves unchanged attributes out. */
  readonly onlyChanges: boolean;
  /** `&history=all`: a long history is shown whole. */
  readonly wholeHistory: boolean;
}

/** readVersions reads the query of a record's address. */
export function readVersions(search: string): VersionsAsked {
  const query = new URLSearchParams(search);
  return {
    version: entryNumberIn(query.get('version')),
    compare: entryNumberIn(query.get('compare')),
    attribute: query.get('attribute') ?? undefined,
    onlyChanges: query.get('only') === 'changes',
    wholeHistory: query.get('history') === 'all',
  };
}

function entryNumberIn(text: string | null): number | undefined {
  if (text === null) return undefined;
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** RecordName is a record's register and key, which its addresses are made of. */
export interface RecordName {
  readonly register: RegisterId;
  readonly key: string;
}

/** versionPath is the address of a record with what is asked for in its query, `at` a log size; parts that are undefined are left out. */
export function versionPath(
  record: RecordName,
  asked: Partial<VersionsAsked> & { readonly at?: number | undefined },
): string {
  const [path = '', query = ''] = pathTo({ view: 'record', ...record }).split('?');
  const params = new URLSearchParams(query);
  const { at, version, compare, attribute, onlyChanges, wholeHistory } = asked;
  const wanted = {
    at,
    version,
    compare,
    attribute,
    only: onlyChanges === true ? 'changes' : undefined,
    history: wholeHistory === true ? 'all' : undefined,
  };
  for (const [name, value] of Object.entries(wanted))
    if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? path : `${path}?${params}`;
}
