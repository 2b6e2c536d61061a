import { type Definition, linkOf } from '../core/definition.ts';
import type { Item } from '../core/model.ts';
import type { LogCopy } from './log-copy.ts';

/** LINKS_LISTED is the most records that are listed for each attribute; all are counted. */
const LINKS_LISTED = 100;

/** LinksToAsk asks which records at a log size link to a record of another register, or of the same one; 0 <= at <= size. */
export interface LinksToAsk {
  /** The name of the register linked to, and the key of its record. */
  readonly register: string;
  readonly key: string;
  readonly at: number;
  /** The definitions of the copy's own attributes; pairs, because the question is part of a cache key. */
  readonly definitions: readonly (readonly [attribute: string, Definition])[];
  /** The copy's own name: the attribute that repeats a record's key is no link. */
  readonly own?: string;
}

/** LinkingRecord is a record that links there. */
export interface LinkingRecord {
  readonly key: string;
  /** Its name; undefined if its data has none. */
  readonly name: string | undefined;
  /** Whether its data has an end-date, on any day. */
  readonly endDate: string | undefined;
}

/** LinksToAnswer is the links found, by attribute in the order of the first link. */
export interface LinksToAnswer {
  readonly groups: readonly {
    readonly attribute: string;
    /** The number of records, at least 1. */
    readonly count: number;
    /** The first LINKS_LISTED of them, in the order of their first entries. */
    readonly records: readonly LinkingRecord[];
  }[];
  /** Records searched. */
  readonly records: number;
  /** Records whose data could not be read. */
  readonly unread: number;
}

/** linksTo searches the latest version of every record for links to a record. */
export function linksTo(log: LogCopy, ask: LinksToAsk): LinksToAnswer {
  const definitions = new Map(ask.definitions);
  const groups = new Map<string, { count: number; records: LinkingRecord[] }>();
  let records = 0;
  let unread = 0;
  for (const key of log.keys()) {
    const number = log.latest(key, ask.at);
    if (number === undefined) continue;
    records += 1;
    const items = log.entry(number).itemHashes.map((hash) => log.item(hash));
    const known = items.filter((item) => item !== undefined);
    if (known.length < items.length) unread += 1;
    const attributes = new Set(known.flatMap((item) => attributesPointing(item, ask, definitions)));
    for (const attribute of attributes) {
      const group = groups.get(attribute) ?? { count: 0, records: [] };
      groups.set(attribute, group);
      group.count += 1;
      if (group.records.length < LINKS_LISTED) group.records.push(recordOf(key, known));
    }
  }
  return {
    groups: [...groups].map(([attribute, { count, records }]) => ({ attribute, count, records })),
    records,
    unread,
  };
}

function attributesPointing(
  item: Item,
  ask: LinksToAsk,
  definitions: ReadonlyMap<string, Definition>,
): string[] {
  const found: string[] = [];
  for (const [attribute, value] of item) {
    if (value === null || (attribute === ask.own && ask.register === ask.own)) continue;
    const definition = definitions.get(attribute);
    if (definition === undefined) continue;
    const values = typeof value === 'string' ? [value] : value;
    const points = values.some((one) => {
      const link = linkOf(one, definition);
      return link?.prefix === ask.register && link.key === ask.key;
    });
    if (points) found.push(attribute);
  }
  return found;
}

function recordOf(key: string, items: readonly Item[]): LinkingRecord {
  const text = (attribute: string): string | undefined => {
    const value = items[0]?.get(attribute);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return { key, name: text('name'), endDate: text('end-date') };
}
