const TARGET = /[\s,]*<([^>]*)>/y;
const PARAMETER = /\s*;\s*([^\s=;,"]*)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/**
 * linkTarget finds the target of the first link with this relation, and of this media type if one is given
 * (RFC 8288 section 3; appendix B.2 for leniency), as written. Null if the header has none; undefined if it
 * is not a Link header. Links with another context (`anchor`) do not count.
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
