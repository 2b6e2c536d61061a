/** NextLink is what a Link header says about a further page; `unknown` where there is no header that can be read, `elsewhere` for another site, which is never asked. */
export type NextLink =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'elsewhere'; readonly target: string }
  | { readonly kind: 'next'; readonly address: string };

const TARGET = /[\s,]*<([^>]*)>/y;
const PARAMETER = /\s*;\s*([^\s=;,"]*)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/**
 * linkTarget finds the target of the first link with this relation, and of this media type if one is given (RFC 8288 section 3; appendix B.2 for leniency), as
 * written. Null where the header has none; undefined where it is no Link header. Links with another context (`anchor`) do not count.
 */
export function linkTarget(header: string, relation: string, type?: string): string | null | undefined {
  let position = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(header);
    if (match !== null) position = pattern.lastIndex;
    return match;
  };
  let found: string | null = null;
  for (let target = read(TARGET); target !== null; target = read(TARGET)) {
    const parameters = new Map<string, string>();
    for (let match = read(PARAMETER); match !== null; match = read(PARAMETER)) {
      const [, name = '', quoted, token = ''] = match;
      const key = name.toLowerCase();
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
    }
    const relations = parameters.get('rel')?.toLowerCase().split(/\s+/) ?? [];
    const fits = relations.includes(relation) && (type === undefined || parameters.get('type') === type);
    if (fits && !parameters.has('anchor')) found ??= target[1] ?? null;
  }
  return /^[\s,]*$/.test(header.slice(position)) ? found : undefined;
}

/**
 * readNextLink resolves the next link against the address that answered. The pages of one list differ in their query only, so the target's
 * query is put to the list's own path: this survives links that forget the path of the base address or of a filter. Parameters of
 * `listAddress` that the link drops are kept.
 */
export function readNextLink(header: string | null, answered: string, listAddress: string): NextLink {
  const target = header === null ? undefined : linkTarget(header, 'next');
  if (target === undefined) return { kind: 'unknown' };
  if (target === null) return { kind: 'none' };
  const from = new URL(answered);
  const url = URL.canParse(target, from) ? new URL(target, from) : undefined;
  // Servers behind a TLS proxy write links with http.
  if (url?.protocol === 'http:' && from.protocol === 'https:' && url.host === from.host)
    url.protocol = 'https:';
  if (url?.origin !== from.origin) return { kind: 'elsewhere', target: target.slice(0, 200) };
  url.hash = '';
  // A lone `?` would make a second name for the same page.
  if (url.search === '') url.search = '';
  else url.pathname = from.pathname;
  for (const [name, value] of new URL(listAddress).searchParams)
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return { kind: 'next', address: url.href };
}
