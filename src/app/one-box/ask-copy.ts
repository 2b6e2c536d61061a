import type { QueryClient } from '@tanstack/react-query';
import { foldWord as fold } from '../../core/words.ts';
import { replicaAnswer } from '../../query/replica.ts';
import type { Replica } from '../../query/replica-desk.ts';
import type { RegisterSession } from '../../query/session.ts';
import type { FoundWords, RecordMatch, ValueMatch } from './box-context.ts';
import { readAssigned } from './read-assigned.ts';

/** MATCHES is how many records are asked for. */
const MATCHES = 8;
/** FORMER is among how many records with the words of a value its former holders are looked for. */
const FORMER = 50;

/** askCopy looks a text up in the whole register as it was with `at` entries: as a key, as words, as a value of an attribute. */
export async function askCopy(
  queries: QueryClient,
  session: RegisterSession,
  replica: Replica,
  text: string,
  at: number,
): Promise<FoundWords> {
  const today = new Date().toISOString().slice(0, 10);
  const records = (ask: { text?: string; former?: boolean; count: number; where?: readonly Where[] }) =>
    queries.ensureQueryData(replicaAnswer(session, replica, 'records', { ...ask, today, at, from: 0 }));
  const [now, ever, trail] = await Promise.all([
    records({ text, count: 0 }),
    records({ text, former: true, count: MATCHES }),
    queries.ensureQueryData(replicaAnswer(session, replica, 'trail', { key: text, at })),
  ]);
  const attributes = now.attributes.map(({ attribute }) => attribute);
  // A text without letters and digits has no words, and would fit every record.
  const isWords = /[\p{L}\p{N}]/u.test(text);
  return {
    text,
    records: isWords ? ever.rows.map((row) => matchOf(row, text)) : [],
    whole: {
      hasKey: trail.length > 0,
      of: now.of,
      fits: isWords ? now.total : 0,
      fitted: isWords ? Math.max(0, ever.total - now.total) : 0,
      missing: replica.missing,
      attributes,
      ...(await valueIn(text, attributes)),
    },
  };

  async function valueIn(typed: string, names: readonly string[]): Promise<{ readonly value?: ValueMatch }> {
    const assigned = readAssigned(typed, names);
    if (assigned?.known !== true) return {};
    const { attribute, value } = assigned;
    const { total } = await records({ where: [{ attribute, values: [value] }], count: 0 });
    if (total > 0) return { value: { attribute, value, fits: total, former: [] } };
    const { rows } = await records({ text: value, former: true, count: FORMER });
    const former = rows.flatMap((row) => {
      const was = row.former?.find((one) => one.attribute === attribute && fold(one.value) === fold(value));
      return was === undefined ? [] : [{ ...matchOf(row, value), because: was.value, former: true }];
    });
    return { value: { attribute, value, fits: 0, former: former.slice(0, MATCHES) } };
  }
}

interface Where {
  readonly attribute: string;
  readonly values: readonly string[];
}

/** FoundRow is a record that the copy found, with the values of today and the former ones that were found. */
export interface FoundRow {
  readonly key: string;
  readonly items: readonly ReadonlyMap<string, unknown>[];
  readonly found: readonly { readonly attribute: string; readonly value: string }[];
  readonly former?: readonly { readonly value: string }[];
}

/** matchOf says by which value a record was found: by one of today, or by a former one where none of today was found, or where that was the very text. */
export function matchOf({ key, items, found, former = [] }: FoundRow, text: string): RecordMatch {
  const name = items[0]?.get('name');
  const today = found.find(({ attribute }) => attribute !== '');
  const exact = former.find(({ value }) => fold(value) === fold(text));
  const was = exact ?? (today === undefined ? former[0] : undefined);
  const because = was?.value ?? today?.value;
  return {
    key,
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(because === undefined ? {} : { because }),
    former: was !== undefined,
  };
}
