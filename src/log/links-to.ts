import { type Definition, linkOf } from '../core/definition.ts';
import type { AttributeValue, Item } from '../core/model.ts';
import type { LogCopy } from './log-copy.ts';

/** LINKS_LISTED is the most records that are listed for each attribute; all are counted. */
const LINKS_LISTED = 12;

/**
 * LinksToQuestion asks which records at a log size link to a record of another register, or of the
 * same one; 0 <= at <= size.
 */
export interface LinksToQuestion {
  /** The name of the register linked to, and the key of its record. */
  readonly register: string;
  readonly key: string;
  readonly at: number;
  /** The definitions of the copy's own attributes; pairs, because the question is part of a cache key. */
  readonly definitions: readonly (readonly [attribute: string, Definition])[];
  /** The copy's own name: the attribute that repeats a record's key is not a link. */
  readonly own?: string;
}

/** LinksToAnswer is the links found, by attribute in the order of the first link. */
export interface LinksToAnswer {
  readonly groups: readonly LinkGroup[];
  /** Records searched. */
  readonly records: number;
  /** Records whose data could not be read. */
  readonly unread: number;
}

/** LinkGroup is the records that link there by one attribute. */
interface LinkGroup {
  readonly attribute: string;
  /** The number of records, at least 1. */
  count: number;
  /** The first LINKS_LISTED of them, in the order of their first entries, with their first items. */
  readonly records: { readonly key: string; readonly item: Item | undefined }[];
}

/** linksTo searches the latest version of every record for links to a record. */
export function linksTo(
  log: LogCopy,
  { register, key: to, at, own, ...question }: LinksToQuestion,
): LinksToAnswer {
  const definitions = new Map(question.definitions);
  if (own === register) definitions.delete(own);
  const isLink = ([attribute, value]: readonly [string, AttributeValue]): boolean => {
    const definition = definitions.get(attribute);
    if (definition === undefined) return false;
    const links = [value ?? []].flat().map((one) => linkOf(one, definition));
    return links.some((link) => link?.prefix === register && link.key === to);
  };
  const groups = new Map<string, LinkGroup>();
  let records = 0;
  let unread = 0;
  for (const key of log.keys()) {
    const number = log.latest(key, at);
    if (number === undefined) continue;
    records += 1;
    const { items } = log.version(number);
    const known = items.filter((item) => item !== undefined);
    if (known.length < items.length) unread += 1;
    const links = known.flatMap((item) => [...item].filter(isLink));
    for (const attribute of new Set(links.map(([name]) => name))) {
      const group = groups.get(attribute) ?? { attribute, count: 0, records: [] };
      groups.set(attribute, group);
      group.count += 1;
      if (group.count <= LINKS_LISTED) group.records.push({ key, item: known[0] });
    }
  }
  return { groups: [...groups.values()], records, unread };
}
