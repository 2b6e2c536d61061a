import type { Variant } from '../core/model.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { Exchange, Outcome } from './finding.ts';
import { type Group, type Level, USUAL_GROUPS } from './model.ts';

/** CaseResult is the result of one case. */
export interface CaseResult {
  /** `records/complete`; never changes. */
  readonly id: string;
  /** The path of the endpoint, with its placeholders. */
  readonly endpoint: string;
  readonly section: string;
  readonly level: Level;
  readonly title: string;
  readonly words: string;
  readonly outcome: Outcome;
  /** The actual answer in place of the expected one, or why the case could not decide. */
  readonly found?: string;
  /** The request that shows it, as a command. */
  readonly curl?: string;
  readonly answer?: Pick<Exchange, 'status' | 'mediaType' | 'link'> & { readonly start: string };
}

/** Report is the findings of a run, partial or complete, as plain JSON. */
export interface Report {
  readonly base: string;
  /** Undefined until known, and if no register was found. */
  readonly variant?: Variant;
  readonly groups: readonly Group[];
  readonly rate: number;
  /** An ISO 8601 instant. */
  readonly startedAt: string;
  readonly requests: number;
  /** How many cases the run has; undefined until that is known. */
  readonly planned?: number;
  readonly state: 'running' | 'done' | 'stopped';
  readonly results: readonly CaseResult[];
}

/** OUTCOME_WORDS name the outcomes. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  pass: 'Passes',
  fail: 'Fails',
  'not-applicable': 'Not applicable',
  'could-not-run': 'Could not run',
};

/** VARIANT_WORDS name the variants. */
export const VARIANT_WORDS: Readonly<Record<Variant, string>> = {
  item: 'items API (v2)',
  blob: 'blobs API (earlier)',
};

/** How many results of a level have an outcome. */
function countOf(results: readonly CaseResult[], level: Level, outcome: Outcome): number {
  return results.filter((result) => result.level === level && result.outcome === outcome).length;
}

/**
 * EXIT_CODES are the outcomes of a report, by its MUST cases, with the exit codes of the command. `partial`:
 * all cases that ran pass, but some did not run.
 */
const EXIT_CODES = { conforms: 0, partial: 0, fails: 1, incomplete: 2 } as const;

/** ReportVerdict is the result of a report. */
export interface ReportVerdict {
  readonly outcome: keyof typeof EXIT_CODES;
  readonly exitCode: 0 | 1 | 2;
  readonly sentence: string;
}

/** verdictOf sums a report up. */
export function verdictOf(report: Report): ReportVerdict {
  const { results, state, planned } = report;
  const [outcome, sentence] = sumUp(report);
  const should = countOf(results, 'SHOULD', 'fail');
  const sentences = [
    state === 'stopped' && `Stopped after ${results.length} of ${planned ?? '?'} checks.`,
    sentence,
    should > 0 && `SHOULD checks that fail: ${should}.`,
  ];
  return { outcome, exitCode: EXIT_CODES[outcome], sentence: sentences.filter(Boolean).join(' ') };
}

function sumUp({ results, state, groups }: Report): [ReportVerdict['outcome'], string] {
  const none = results.find(({ id }) => id === 'register/found');
  if (none?.outcome === 'fail') return ['fails', 'No register was found at this address.'];
  if (none) return ['incomplete', `Nothing was checked. ${none.found}`];
  const failed = countOf(results, 'MUST', 'fail');
  const open = countOf(results, 'MUST', 'could-not-run');
  const all = countOf(results, 'MUST', 'pass') + failed + open;
  const counted = (count: number): string => `${count} of ${all} MUST checks`;
  if (failed > 0) return ['fails', `This server does not follow the document: ${counted(failed)} fail.`];
  if (open > 0) return ['incomplete', `Not complete: ${counted(open)} could not run. None fails.`];
  if (state === 'stopped' || all === 0) return ['incomplete', 'No MUST check fails so far.'];
  const isRun = ({ level, outcome }: CaseResult) => level === 'MUST' && outcome !== 'not-applicable';
  const run = new Set(results.filter(isRun).map(({ endpoint }) => endpoint));
  const absent = new Set(results.map(({ endpoint }) => endpoint).filter((endpoint) => !run.has(endpoint)));
  const without =
    absent.size === 0
      ? ''
      : ` Not checked, because the server or its data has nothing there: ${[...absent].join(', ')}.`;
  if (USUAL_GROUPS.some((group) => !groups.includes(group))) {
    const chosen = `The MUST checks that were run pass: ${groups.join(', ')}. Nothing else was checked.`;
    return ['partial', chosen + without];
  }
  const pass = `MUST checks that pass: ${all}.`;
  return without === ''
    ? ['conforms', `This server follows the document. ${pass}`]
    : ['partial', `What could be checked follows the document. ${pass}${without}`];
}

/** Results in the order of the document: MUST before SHOULD, fails first. */
function byEndpoint(results: readonly CaseResult[], variant: Variant = 'item') {
  const order = ['fail', 'could-not-run', 'pass', 'not-applicable'];
  const place = ({ level, outcome }: CaseResult): number =>
    (level === 'MUST' ? 0 : 10) + order.indexOf(outcome);
  const paths = ENDPOINTS[variant].map(({ path }) => path);
  const placeOf = (endpoint: string): number => paths.indexOf(endpoint.replace(/\?.*/, ''));
  return [...new Set(results.map(({ endpoint }) => endpoint))]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((endpoint) => {
      const own = results.filter((result) => result.endpoint === endpoint);
      return { endpoint, section: own[0]?.section ?? '', results: own.sort((a, b) => place(a) - place(b)) };
    });
}

/** toJson writes a report as a file. */
export function toJson(report: Report): string {
  const { sentence, outcome } = verdictOf(report);
  return `${JSON.stringify({ format: 'register-conformance', version: 1, verdict: outcome, sentence, ...report }, null, 2)}\n`;
}

/** toMarkdown writes a report for people: the counts, and a table for each endpoint. */
export function toMarkdown(report: Report): string {
  const { base, variant, startedAt, rate, groups, requests, results } = report;
  const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
    [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const outcomes = Object.keys(OUTCOME_WORDS) as Outcome[];
  const counts = (['MUST', 'SHOULD'] as const).map((level) => [
    level,
    outcomes.map((outcome) => countOf(results, level, outcome)).join(' | '),
  ]);
  const parts = byEndpoint(results, variant).flatMap(({ endpoint, section, results: own }) => [
    `## \`${endpoint}\` (${section})`,
    table(
      ['Result', 'Requirement', 'The document'],
      own.map(({ outcome, level, title, words, found, curl }) => [
        OUTCOME_WORDS[outcome],
        `${level}: ${markdownText(title)}`,
        [words, found && `Found: ${found}`, curl]
          .flatMap((text) => text || [])
          .map(markdownText)
          .join('<br>'),
      ]),
    ),
  ]);
  const paragraphs = [
    '# Conformance report',
    markdownText(verdictOf(report).sentence),
    `${markdownText(base)}: ${variant ? VARIANT_WORDS[variant] : 'no register'}, ${startedAt}, requests: ${requests}, at most ${rate} a second. Checked: ${groups.join(', ')}.`,
    table(['Level', ...Object.values(OUTCOME_WORDS)], counts),
    ...parts,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

/** markdownText writes a text, perhaps of a server, so that Markdown shows it as it is, on one line. */
function markdownText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~&!]/g, String.raw`\$&`);
}

/** detailsOf returns the expected and the actual answer of a result, and how to repeat the request. */
export function detailsOf({
  words,
  found,
  curl,
  answer,
}: CaseResult): (readonly [term: string, text: string])[] {
  const came = answer && [`${answer.status} ${answer.mediaType}`, answer.link, answer.start];
  const details = [
    ['The document', words],
    ['Found', found],
    ['Request', curl],
    ['Answer', came?.filter(Boolean).join('\n')],
  ] as const;
  return details.flatMap(([term, text]) => (text === undefined ? [] : [[term, text] as const]));
}
