import { expect, test } from 'vitest';
import type { Outcome } from './finding.ts';
import { GROUPS, type Level } from './model.ts';
import { type CaseResult, type Report, toJson, toMarkdown, verdictOf } from './report.ts';

function result(level: Level, outcome: Outcome, more: Partial<CaseResult> = {}): CaseResult {
  const [endpoint, section] = ['/entries', 'Entries'];
  return {
    id: 'entries/order',
    endpoint,
    section,
    level,
    title: 'A title',
    words: 'Its order MUST be',
    outcome,
    ...more,
  };
}

function report(results: readonly CaseResult[], more: Partial<Report> = {}): Report {
  return {
    base: 'https://register.example',
    variant: 'item',
    groups: GROUPS.filter((group) => group !== 'hostile'),
    rate: 5,
    startedAt: '2026-11-20T00:00:00Z',
    requests: 7,
    planned: results.length,
    state: 'done',
    results,
    ...more,
  };
}

/** results reads `MUST pass, SHOULD fail`. */
const results = (text: string): CaseResult[] =>
  text
    .split(', ')
    .filter(Boolean)
    .map((one) => result(...(one.split(' ') as [Level, Outcome])));

test.each<[results: string, exitCode: number, state?: Report['state']]>([
  ['MUST pass, SHOULD pass', 0],
  ['MUST pass, MUST not-applicable, SHOULD fail', 0],
  ['MUST pass, SHOULD could-not-run', 0],
  ['MUST pass, MUST fail', 1],
  ['MUST fail, MUST could-not-run', 1],
  ['MUST pass, MUST could-not-run', 2],
  ['', 2],
  ['MUST pass', 2, 'stopped'],
  ['MUST fail', 1, 'stopped'],
])('%s comes to the exit code %i', (text, exitCode, state = 'done') => {
  const verdict = verdictOf(report(results(text), { state }));
  expect(verdict.exitCode).toBe(exitCode);
  expect(verdict.sentence).not.toMatch(/undefined|NaN|: \./);
});

test.each<[what: string, results: CaseResult[], more: Partial<Report>, outcome: string, names: RegExp]>([
  ['all', results('MUST pass'), {}, 'conforms', /./],
  ['some groups', results('MUST pass'), { groups: ['proofs'] }, 'partial', /proofs/],
  [
    'an endpoint that the server has not',
    [...results('MUST pass'), result('MUST', 'not-applicable', { endpoint: '/proof' })],
    {},
    'partial',
    /\/proof/,
  ],
])('a report of %s claims no more than was checked', (_, given, more, outcome, names) => {
  const verdict = verdictOf(report(given, more));
  expect(verdict).toMatchObject({ outcome, exitCode: 0, sentence: expect.stringMatching(names) as string });
});

test('a saved report has the verdict and every result', () => {
  const given = report(results('MUST fail, SHOULD pass'));
  expect(JSON.parse(toJson(given))).toMatchObject({
    ...given,
    format: 'register-conformance',
    verdict: 'fails',
  });
});

test('a report in Markdown has the figures, and a row for each result in which a server can write no Markdown', () => {
  const given = report([
    ...results('MUST pass, SHOULD pass'),
    result('MUST', 'fail', { found: '|\n\n# <img>', curl: "curl 'https://a'" }),
  ]);
  const lines = toMarkdown(given).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      verdictOf(given).sentence,
      '| Level | Passes | Fails | Not applicable | Could not run |',
      '| MUST | 1 | 1 | 0 | 0 |',
      '| SHOULD | 1 | 0 | 0 | 0 |',
      '## `/entries` (Entries)',
      '| Passes | MUST: A title | Its order MUST be |',
      String.raw`| Fails | MUST: A title | Its order MUST be<br>Found: \| \# \<img\><br>curl 'https://a' |`,
    ]),
  );
  expect(lines.join()).toMatch(/register\.example: items API.*requests: 7, at most 5 a second/);
});

test('results are shown by endpoint, in the order of the document, fails first and MUST before SHOULD', () => {
  const given = results('SHOULD fail, MUST pass, MUST fail');
  given.push(result('MUST', 'pass', { endpoint: '/records/{key}', section: 'Records' }));
  const shown = toMarkdown(report(given)).match(/^(?:## \S+|\| (?:Fails|Passes) \| \w+)/gm);
  const entries = ['## `/entries`', '| Fails | MUST', '| Passes | MUST', '| Fails | SHOULD'];
  expect(shown).toEqual(['## `/records/{key}`', '| Passes | MUST', ...entries]);
});
