import { canonicalItemJson } from '../core/canonical-json.ts';
import { formatHash } from '../core/hash.ts';
import type { Json, Row } from '../core/rows.ts';
import type { ServedLog } from './engine/register-log.ts';
import { row } from './http/response.ts';

type WriteInteger = (value: number) => Json;

/** registerSummary writes the answer to /register. */
export function registerSummary(log: ServedLog, integer: WriteInteger): Row {
  const { about } = log;
  return row({
    domain: about.domain,
    'total-entries': integer(log.size),
    'total-records': integer(log.keyCount(log.size)),
    'register-record': row({
      fields: about.fields,
      phase: about.phase,
      register: about.name,
      registry: about.registry,
      text: about.text,
      // Beyond the fields that the document lists.
      title: about.title,
      'unknown-system-entries': unknownSystemEntries(log),
    }),
    custodian: about.custodian,
    'last-updated': timestampOf(log, log.size),
  });
}

/** contextSummary writes the answer to /context; a sparse one leaves out what servers leave out. */
export function contextSummary(log: ServedLog, integer: WriteInteger, isSparse: boolean): Row {
  const { about } = log;
  const known = new Map(about.definitions.map((definition) => [definition.id, definition]));
  return row({
    id: about.name,
    copyright: about.copyright ?? '',
    custodian: about.custodian,
    description: about.text,
    'hashing-algorithm': row({
      'digest-length': integer(32),
      'function-type': integer(18),
      [isSparse ? 'id' : 'codec']: 'sha2-256',
    }),
    licence: isSparse ? undefined : (about.licence ?? ''),
    'root-hash': formatHash(log.head().rootHash, 'blob'),
    schema: about.fields.map((id) => {
      const { datatype = 'string', cardinality = '1', title, text } = known.get(id) ?? {};
      return row({ id, datatype, cardinality, title, description: text });
    }),
    statistics: row({
      'total-entries': integer(log.size),
      'total-blobs': integer(log.itemCount),
      'total-records': integer(log.keyCount(log.size)),
    }),
    // For a register that does not say when it began, the year and month of its first entry.
    status: row({
      'start-date': isSparse ? undefined : (about.startDate ?? timestampOf(log, 1)?.slice(0, 7)),
    }),
    title: about.title,
    // Beyond the fields that the document lists.
    'unknown-system-entries': unknownSystemEntries(log),
  });
}

/** An empty log has no dates, and none are made up. */
function timestampOf(log: ServedLog, entryNumber: number): string | undefined {
  return log.size === 0 ? undefined : log.entry(entryNumber).timestamp;
}

/**
 * What an RSF file says under keys that mean nothing here: key and canonical JSON. The API has no place for
 * it, and no rule against it.
 */
function unknownSystemEntries({ about }: ServedLog): readonly string[] | undefined {
  return about.unknownSystemEntries?.map(({ key, items }) =>
    [`${key}:`, ...items.map(canonicalItemJson)].join(' '),
  );
}
