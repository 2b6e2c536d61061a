import type { Variant } from '../core/model.ts';
import { ENDPOINTS } from './endpoints.ts';
import { type Group, type Level, type Outcome, USUAL_GROUPS } from './model.ts';
import type { CaseResult, Step } from './run.ts';

/** Report is the findings of a run, partial or complete, as plain JSON. */
export interface Report {
  readonly base: string;
  /** Undefined until known, and if no register was found. */
  readonly variant?: Variant | undefined;
  readonly groups: readonly Group[];
  readonly rate: number;
  /** An ISO 8601 instant. */
  readonly startedAt: string;
  readonly requests: number;
  /** The final rate, if the server answered 429. */
  readonly slowedTo?: number;
  /** How many cases the run has; undefined until that is known. */
  readonly planned?: number | undefined;
  readonly state: 'running' | 'done' | 'stopped';
  readonly results: readonly CaseResult[];
}

/** beginReport is a report with nothing in it yet. */
export function beginReport({ base, groups, rate }: Pick<Report, 'base' | 'groups' | 'rate'>): Report {
  const startedAt = new Date().toISOString();
  return { base, groups, rate, startedAt, requests: 0, state: 'running', results: [] };
}

/** afterStep is a report with one step more. */
export function afterStep(report: Report, step: Step): Report {
  if (step.kind === 'plan') return { ...report, variant: step.variant, planned: step.cases };
  const { requests, rate } = step.pace;
  const paced = { ...report, requests, ...(rate < report.rate && { slowedTo: rate }) };
  return step.kind === 'end'
    ? { ...paced, state: step.state }
    : { ...paced, results: [...report.results, step.result] };
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

/** countOf is how many results of a level have an outcome. */
export function countOf(results: readonly CaseResult[], level: Level, outcome: Outcome): number {
  return results.filter((result) => result.level === level && result.outcome === outcome).length;
}

/** ReportVerdict is the result of a report, by its MUST cases; `exitCode` is that of the command. `partial`: all cases that ran pass, but some did not run. */
export interface ReportVerdict {
  readonly outcome: 'conforms' | 'partial' | 'fails' | 'incomplete';
  readonly exitCode: 0 | 1 | 2;
  readonly sentence: string;
}

/** verdictOf sums a report up. */
export function verdictOf({ results, state, planned, groups }: Report): ReportVerdict {
  const say = (outcome: ReportVerdict['outcome'], ...sentences: (string | false)[]): ReportVerdict => ({
    outcome,
    exitCode: outcome === 'fails' ? 1 : outcome === 'incomplete' ? 2 : 0,
    sentence: sentences.filter(Boolean).join(' '),
  });
  const none = results.find(({ id }) => id === 'register/found');
  if (none?.outcome === 'fail') return say('fails', 'No register was found at this address.');
  if (none) return say('incomplete', 'Nothing was checked.', none.found ?? '');
  const failed = countOf(results, 'MUST', 'fail');
  const open = countOf(results, 'MUST', 'could-not-run');
  const all = countOf(results, 'MUST', 'pass') + failed + open;
  const should = countOf(results, 'SHOULD', 'fail');
  const beside = should > 0 && `SHOULD checks that fail: ${should}.`;
  const stopped = state === 'stopped' && `Stopped after ${results.length} of ${planned ?? '?'} checks.`;
  const counted = (count: number): string => `${count} of ${all} MUST checks`;
  if (failed > 0)
    return say(
      'fails',
      stopped,
      `This server does not follow the document: ${counted(failed)} fail.`,
      beside,
    );
  if (open > 0)
    return say(
      'incomplete',
      stopped || 'Not complete:',
      `${counted(open)} could not run. None fails.`,
      beside,
    );
  if (stopped) return say('incomplete', stopped, 'No MUST check fails so far.', beside);
  if (all === 0) return say('incomplete', 'Not complete: no MUST check ran.', beside);
  const checked = results.filter(({ level, outcome }) => level === 'MUST' && outcome !== 'not-applicable');
  const absent = new Set(results.map(({ endpoint }) => endpoint));
  for (const { endpoint } of checked) absent.delete(endpoint);
  const without =
    absent.size > 0 &&
    `Not checked, because the server or its data has nothing there: ${[...absent].join(', ')}.`;
  if (USUAL_GROUPS.some((group) => !groups.includes(group))) {
    const chosen = groups.map((group) => GROUP_NAMES[group] ?? group);
    const pass = `The MUST checks that were run pass: ${chosen.join(', ')}. Nothing else was checked.`;
    return say('partial', pass, without, beside);
  }
  return without
    ? say(
        'partial',
        `What could be checked follows the document. MUST checks that pass: ${all}.`,
        without,
        beside,
      )
    : say('conforms', `This server follows the document. MUST checks that pass: ${all}.`, beside);
}

/** The names of groups on the page, where they differ. */
const GROUP_NAMES: Partial<Readonly<Record<Group, string>>> = {
  register: 'summary',
  hostile: 'odd requests',
};

/** paceOf says how many requests were made, and whether the server wanted them slower. */
export function paceOf({ requests, slowedTo }: Report): string {
  const slowed =
    slowedTo === undefined ? '' : `, slowed to ${slowedTo} a second at the server’s request (429)`;
  return `requests: ${requests}${slowed}`;
}

/** EndpointResults are the results about one endpoint. */
export interface EndpointResults {
  readonly endpoint: string;
  readonly section: string;
  readonly results: readonly CaseResult[];
}

/** byEndpoint groups results in the order of the document: MUST before SHOULD, fails first. */
export function byEndpoint({
  variant,
  results,
}: Pick<Report, 'variant' | 'results'>): readonly EndpointResults[] {
  const order = ['fail', 'could-not-run', 'pass', 'not-applicable'];
  const place = ({ level, outcome }: CaseResult): number =>
    (level === 'MUST' ? 0 : 10) + order.indexOf(outcome);
  const paths = ENDPOINTS[variant ?? 'item'].map(({ path }) => path);
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

/** plain writes a text of a server into a line of Markdown. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`);
}

/** detailsOf returns the expected and the actual answer of a result, and how to repeat the request. */
export function detailsOf({
  words,
  found,
  curl,
  answer,
}: CaseResult): readonly (readonly [term: string, text: string])[] {
  const came = answer && [`${answer.status} ${answer.mediaType}`, answer.link, answer.start];
  const details = [
    ['The document', words],
    ['Found', found],
    ['Request', curl],
    ['Answer', came?.filter(Boolean).join('\n')],
  ] as const;
  return details.flatMap(([term, text]) => (text === undefined ? [] : [[term, text] as const]));
}

function resultLines(result: CaseResult): string[] {
  const { level, outcome, title } = result;
  const line = `- **${OUTCOME_WORDS[outcome]}** · ${level} · ${title}`;
  if (outcome === 'pass') return [line];
  const details = detailsOf(result).flatMap(([term, text]) =>
    term === 'Request' || term === 'Answer'
      ? ['', text.replaceAll(/^/gm, '      '), '']
      : [`  - ${term}: ${plain(text)}`],
  );
  return [line, ...details];
}

/** toMarkdown writes a report for people. */
export function toMarkdown(report: Report): string {
  const { base, variant, startedAt, rate, groups, results } = report;
  const row = (outcome: Outcome): string =>
    `| ${OUTCOME_WORDS[outcome]} | ${countOf(results, 'MUST', outcome)} | ${countOf(results, 'SHOULD', outcome)} |`;
  return [
    '# Conformance report',
    '',
    verdictOf(report).sentence,
    '',
    `- Server: ${plain(base)}`,
    `- API: ${variant ? VARIANT_WORDS[variant] : 'not found'}`,
    `- ${startedAt}, at most ${rate} requests a second; checked: ${groups.join(', ')}`,
    `- ${paceOf(report)}`,
    '',
    '| | MUST | SHOULD |',
    '|---|---|---|',
    ...(['pass', 'fail', 'could-not-run', 'not-applicable'] as const).map(row),
    ...byEndpoint(report).flatMap(({ endpoint, section, results: own }) =>
      ['', `## \`${endpoint}\` (${section})`, ''].concat(own.flatMap(resultLines)),
    ),
    '',
  ].join('\n');
}
