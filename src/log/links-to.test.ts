import { describe, expect, test } from 'vitest';
import { decideDefinition, type Definition } from '../core/definition.ts';
import { ITEM_HASH } from '../testing/builders.ts';
import { copyOf } from '../testing/log-copy.ts';
import { linksTo, type LinksToAnswer, type LinksToQuestion } from './links-to.ts';

const definitions: readonly (readonly [string, Definition])[] = [
  ['country', decideDefinition('country', { system: { datatype: 'string', register: 'country' } })],
  ['currency', decideDefinition('currency', { system: { datatype: 'string', register: 'currency' } })],
  ['place', decideDefinition('place', { schema: { datatype: 'curie' } })],
  ['name', decideDefinition('name', { schema: { datatype: 'string' } })],
];

const log = copyOf([
  ['DE', { country: 'DE', currency: ['DEM'], name: 'Germany' }],
  ['FR', { country: 'FR', currency: ['EUR', 'FRF'], name: 'France' }],
  ['DE', { country: 'DE', currency: ['EUR'], name: 'Germany' }],
  ['DD', { country: 'DD', currency: ['EUR'], name: 'EUR', 'end-date': '1990' }],
  ['XX', { country: 'DE', currency: '', place: ['currency:EUR', 'currency:'] }],
  ['YY', []],
]);

const ask = (given: Partial<LinksToQuestion>): LinksToAnswer =>
  linksTo(log, { register: 'currency', key: 'EUR', at: log.size, definitions, own: 'country', ...given });
const groupTexts = ({ groups }: LinksToAnswer): readonly string[] =>
  groups.map(({ attribute, records }) => `${attribute}: ${records.map(({ key }) => key).join()}`);

describe('linksTo', () => {
  test.each<[what: string, ask: Partial<LinksToQuestion>, groups: string]>([
    [
      'values of a linking attribute, members of lists and curies, not what only looks the same',
      {},
      'currency: DE,FR,DD | place: XX',
    ],
    ['the latest versions among the first entries alone', { at: 2 }, 'currency: FR'],
    ['nothing that only a former version links', { key: 'DEM' }, ''],
    ['no record by the attribute that repeats its key', { register: 'country', key: 'DE' }, ''],
    [
      'records by it where it is no key of theirs',
      { register: 'country', key: 'DE', own: 'other' },
      'country: DE,XX',
    ],
    ['nothing by an attribute of which nothing is known', { definitions: [] }, ''],
  ])('finds %s', (_, given, groups) => expect(groupTexts(ask(given)).join(' | ')).toBe(groups));

  test('counts all and lists the first twelve', () => {
    const many = copyOf(
      Array.from({ length: 250 }, (_, index) => [`K${index}`, { currency: 'EUR' }] as const),
    );
    const { groups, records } = linksTo(many, { register: 'currency', key: 'EUR', at: 250, definitions });
    expect(groups.map(({ count, records }) => [count, records.length, records.at(-1)?.key])).toEqual([
      [250, 12, 'K11'],
    ]);
    expect(records).toBe(250);
  });

  test('says how many records could not be read', () => {
    const copy = copyOf([['A', { currency: 'EUR' }]]);
    copy.append({ ...copy.entry(1), entryNumber: 2, indexEntryNumber: 2, key: 'B', itemHashes: [ITEM_HASH] });
    const answer = linksTo(copy, { register: 'currency', key: 'EUR', at: 2, definitions });
    expect([answer.records, answer.unread, groupTexts(answer)]).toEqual([2, 1, ['currency: A']]);
  });
});
