import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { itemHash } from '../core/data-hash.ts';
import type { Hash } from '../core/hash.ts';
import type { AttributeValue, Item } from '../core/model.ts';
import { writeRsf } from '../rsf/write-rsf.ts';
import { DEFAULT_DOMAIN, RECORD_ATTRIBUTES } from '../rsf/metadata.ts';
import { readRsf } from '../rsf/read-rsf.ts';
import type { RegisterSource, SystemEntry } from '../rsf/register-source.ts';

const folder = fileURLToPath(new URL('../../../shared/registers', import.meta.url));

/**
 * sharedRegisters is the folder of real registers next to the project, or undefined if there is none;
 * tests that need it then skip.
 */
export const sharedRegisters: string | undefined = existsSync(folder) ? folder : undefined;

/** SKIP_REASON goes into the name of a test that needs the folder. */
export const SKIP_REASON = 'needs the real registers in ../shared/registers, skipped where they are absent';

/** readPlain reads a register as readRsf does, with entries that can be compared: a file's are read when asked. */
export async function readPlain(...file: Parameters<typeof readRsf>): Promise<RegisterSource> {
  const { hashed: _, ...source } = await readRsf(...file);
  const entries = source.entries.map(({ key, timestamp, items, itemHashes }) =>
    itemHashes === undefined ? { key, timestamp, items } : { key, timestamp, items, itemHashes },
  );
  return { ...source, entries };
}

/**
 * writeRegister writes a register of the mock as RSF; system entries bear the time of the first user entry.
 */
export function writeRegister(source: RegisterSource): Generator<string> {
  const items = new Map<Hash, Item>();
  const hashOf = (item: Item): Hash => {
    const hash = itemHash(item);
    items.set(hash, item);
    return hash;
  };
  const timestamp = source.entries[0]?.timestamp ?? '1970-01-01T00:00:00Z';
  const system = systemEntries(source).map(({ key, items: own }) => ({
    key,
    timestamp,
    itemHashes: own.map(hashOf),
  }));
  const entries = source.entries.map(({ key, timestamp: time, items: own, itemHashes }, at) => {
    const hashes = own.map(hashOf);
    return {
      entryNumber: at + 1,
      indexEntryNumber: at + 1,
      key,
      timestamp: time,
      itemHashes: itemHashes ?? hashes,
    };
  });
  return writeRsf(entries, (hash) => items.get(hash), system);
}

/** systemEntries are the input of the mock's Metadata, without the default domain. */
function systemEntries(source: RegisterSource): readonly SystemEntry[] {
  const record = new Map<string, AttributeValue>([
    ['register', source.name],
    ['fields', source.fields],
  ]);
  for (const [property, attribute] of RECORD_ATTRIBUTES) {
    const value = source[property];
    if (value !== undefined && !(property === 'domain' && value === DEFAULT_DOMAIN))
      record.set(attribute, value);
  }
  return [
    ...textEntry('name', source.name),
    ...textEntry('register-name', source.title),
    ...textEntry('custodian', source.custodian),
    ...source.definitions.map(({ id, ...rest }) => ({
      key: `field:${id}`,
      items: [new Map([['field', id], ...Object.entries(rest)])],
    })),
    { key: `register:${source.name}`, items: [record] },
    ...(source.unknownSystemEntries ?? []),
  ];
}

function textEntry(key: string, value: string | undefined): SystemEntry[] {
  return value === undefined ? [] : [{ key, items: [new Map([[key, value]])] }];
}
