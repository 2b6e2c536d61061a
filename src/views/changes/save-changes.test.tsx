import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { ChangesAnswer, RecordChange } from '../../log/changes.ts';
import { planet } from '../../mock/registers/planet.ts';
import { SessionContext } from '../../query/session.ts';
import { anEntry } from '../../testing/builders.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { RegisterContext } from '../../ui/register-paths.ts';
import { changesFile, changesFileLine, type ChangesManifest, SaveChanges } from './save-changes.tsx';

const manifest: ChangesManifest = {
  register: { title: 'Country', address: 'https://r.example', variant: 'item' },
  page: 'https://site.example/country/changes/1/2',
  from: { logSize: 1 },
  to: { logSize: 2 },
  checks: [{ state: 'holds', title: 'all of it' }],
  counts: { added: 1, changed: 1, ended: 0, touched: 0 },
  madeAtMs: Date.UTC(2026, 10, 21),
};
const added: RecordChange = {
  key: '"]}',
  kind: 'added',
  entries: 1,
  after: {
    entry: anEntry(2),
    items: [
      new Map<string, string | string[]>([
        ['__proto__', 'x'],
        ['names', ['a', 'b']],
      ]),
    ],
  },
};
const changed: RecordChange = {
  ...added,
  key: 'B',
  kind: 'changed',
  before: { entry: anEntry(1), items: [undefined] },
};

const fileOf = (rows: readonly RecordChange[], given: Partial<ChangesManifest> = {}): string =>
  changesFile({ ...manifest, ...given }, rows.map(changesFileLine));

describe('a file of changes', () => {
  test('is JSON, with what it rests on before its records', () => {
    const file = JSON.parse(fileOf([added, changed]));
    expect(file.manifest).toMatchObject({
      from: { logSize: 1 },
      made: '2026-11-21T00:00:00.000Z',
      verified: true,
      checks: [{ state: 'holds', title: 'all of it' }],
    });
    expect(file.records).toHaveLength(2);
    expect(file.records[0]).toMatchObject({ key: '"]}', kind: 'added', before: null });
    expect(file.records[1].before.items).toEqual([null]);
  });

  test('keeps an attribute of any name', () =>
    expect(fileOf([added])).toContain('{"__proto__":"x","names":["a","b"]}'));

  test('without records is JSON, too', () => expect(JSON.parse(fileOf([])).records).toEqual([]));

  test.each(['cannot-check', 'not-checked', 'does-not-match'] as const)(
    'is not verified where something is %s',
    (state) =>
      expect(
        JSON.parse(fileOf([], { checks: [...manifest.checks, { state, title: '' }] })).manifest.verified,
      ).toBe(false),
  );
});

function button(settled: boolean): string {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <RegisterContext value={{ kind: 'bundled', name: 'planet', mount: 'v2' }}>
          <SaveChanges
            from={{ logSize: 1 }}
            to={{ logSize: 2 }}
            checks={[]}
            answer={{ counts: {} } as ChangesAnswer}
            settled={settled}
            all={async function* none() {
              yield [];
            }}
          />
        </RegisterContext>
      </SessionContext>
    </QueryClientProvider>,
  );
}

test('the counts of one answer are not saved with the rows of the next', () => {
  expect(button(true)).not.toContain('disabled');
  expect(button(false)).toContain('disabled');
});
