import { linkOf } from './follow-list.ts';
import { type ConformanceCase, must, expect, notApplicable, shown } from './model.ts';
import { recordOf, recordsIn } from './record-cases.ts';
import type { Answer, Json, RegisterUnderTest } from './register-under-test.ts';

/** An attribute and a text that a sampled record has for it, and that can be asked for: one that no other sampled record has, if there is one. */
async function filterOf(register: RegisterUnderTest): Promise<{ name: string; value: string; key: string }> {
  const found = new Map<string, { name: string; value: string; key: string; count: number }>();
  for (const key of await register.keys())
    for (const [name, value] of (await recordOf(register, key)).record.items[0] ?? []) {
      if (
        typeof value !== 'string' ||
        value === 'entries' ||
        !/^[\w -]{1,60}$/.test(value) ||
        !/^[\w-]+$/.test(name)
      )
        continue;
      const { count } = found.get(`${name}=${value}`) ?? { count: 0 };
      found.set(`${name}=${value}`, { name, value, key, count: count + 1 });
    }
  const [rarest] = [...found.values()].sort((a, b) => a.count - b.count);
  if (!rarest) throw notApplicable('No sampled record has a value that is easily asked for.');
  return rarest;
}

function askWhere(register: RegisterUnderTest, name: string, value: string) {
  const values = { name, value, 'attribute-name': name, 'attribute-value': value };
  return register.ask<Json | Json[]>('records-where', values);
}

/** Servers of the earlier variant need not filter: then the parameters change nothing. */
async function refuseUnfiltered(register: RegisterUnderTest, { exchange }: Answer): Promise<void> {
  if (register.variant === 'item') return;
  const all = await register.ask('records');
  if (all.exchange.text === exchange.text)
    throw notApplicable('The server takes no notice of name and value, which are optional.');
}

/** FILTER_CASES are about records that are asked for by a value. */
export const FILTER_CASES: readonly ConformanceCase[] = [
  must(
    'records-where',
    'exact',
    'A filter finds the records with exactly that value',
    'Restricted to records whose attribute has exactly that value.',
    async (register) => {
      const { name, value, key } = await filterOf(register);
      const answer = await askWhere(register, name, value);
      await refuseUnfiltered(register, answer);
      const found = recordsIn(register, answer.json);
      for (const record of found)
        expect(
          record.items.some((item) => [item.get(name)].flat().includes(value)),
          `The record ${shown(record.key)} has another value of ${shown(name)}.`,
          answer.exchange,
        );
      const isPage = linkOf(register, answer.exchange, 'next') !== null;
      expect(
        isPage || found.some((one) => one.key === key),
        `The record ${shown(key)}, which has it, is missing.`,
        answer.exchange,
      );
    },
  ),
  must(
    'records-where',
    'none',
    'A filter for a value that no record has finds none',
    'Restricted to records whose attribute has exactly that value.',
    async (register) => {
      const { name } = await filterOf(register);
      const answer = await askWhere(register, name, 'conformance-test-no-such-value');
      await refuseUnfiltered(register, answer);
      const [found] = recordsIn(register, answer.json);
      expect(found === undefined, `It finds the record ${shown(found?.key)}.`, answer.exchange);
    },
  ),
];
