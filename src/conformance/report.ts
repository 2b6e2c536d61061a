import type { Variant } from '../core/model.ts';
import { ENDPOINTS } from './endpoints.ts';
import { type Group, GROUPS, type Level, type Outcome } from './model.ts';
import type { CaseResult, Step } from './run.ts';

/** Report is what a run found, so far or in the end. All of it is plain JSON. */
export interface Report {
  readonly base: string;
  /** Undefined until it is known, and where no register was found. */
  readonly variant?: Variant | undefined;
  readonly groups: readonly Group[];
  readonly rate: number;
  /** An ISO 8601 instant. */
  readonly startedAt: string;
  readonly requests: number;
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
  return { ...report, requests: step.requests, results: [...report.results, step.result] };
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

/** Verdict is what a report comes to, by its MUST cases; `exitCode` is that of the command. `partial`: all that was checked passes, but not all was checked. */
export interface ReportVerdict {
  readonly outcome: 'conforms' | 'partial' | 'fails' | 'incomplete';
  readonly exitCode: 0 | 1 | 2;
  readonly sentence: string;
}

/** verdictOf sums a report up. */
export function verdictOf({ results, state, planned, groups }: Report): ReportVerdict {
  const must = (outcome: Outcome): number => countOf(results, 'MUST', outcome);
  const [passed, failed, open] = [must('pass'), must('fail'), must('could-not-run')];
  const shouldFails = countOf(results, 'SHOULD', 'fail');
  const all = passed + failed + open;
  const beside =
    shouldFails === 0 ? '' : ` ${of(shouldFails, 'SHOULD check')} ${shouldFails === 1 ? 'fails' : 'fail'}.`;
  const stopped = state === 'stopped' ? `Stopped after ${results.length} of ${planned ?? '?'} checks. ` : '';
  const found = results.find(({ id }) => id === 'register/found');
  if (found?.outcome === 'fail')
    return { outcome: 'fails', exitCode: 1, sentence: 'No register was found at this address.' };
  if (found)
    return {
      outcome: 'incomplete',
      exitCode: 2,
      sentence: `Nothing was checked. ${found.found ?? ''}`,
    };
  if (failed > 0) {
    const sentence = `${stopped}This server does not follow the document: ${failed} of ${of(all, 'MUST check')} ${failed === 1 ? 'fails' : 'fail'}.${beside}`;
    return { outcome: 'fails', exitCode: 1, sentence };
  }
  if (open > 0 || all === 0 || state === 'stopped') {
    const rest =
      all === 0
        ? ''
        : open === 0
          ? 'No MUST check fails so far.'
          : `${open} of ${of(all, 'MUST check')} could not run. None fails.`;
    return {
      outcome: 'incomplete',
      exitCode: 2,
      sentence: `${stopped}${stopped === '' ? 'Not complete: ' : ''}${rest || 'no check ran.'}${beside}`,
    };
  }
  const pass = `${of(all, 'MUST check')} ${all === 1 ? 'passes' : 'pass'}.`;
  const absent = uncheckedEndpoints(results);
  const without =
    absent.length === 0
      ? ''
      : ` Not checked, because the server or its data has nothing there: ${absent.join(', ')}.`;
  if (GROUPS.some((group) => group !== 'hostile' && !groups.includes(group))) {
    const sentence = `The MUST checks that were run pass: ${groups.map(groupName).join(', ')}. Nothing else was checked.${without}${beside}`;
    return { outcome: 'partial', exitCode: 0, sentence };
  }
  if (without !== '')
    return {
      outcome: 'partial',
      exitCode: 0,
      sentence: `What could be checked follows the document: ${pass}${without}${beside}`,
    };
  return {
    outcome: 'conforms',
    exitCode: 0,
    sentence: `This server follows the document: ${pass}${beside}`,
  };
}

function groupName(group: Group): string {
  if (group === 'register') return 'summary';
  return group === 'hostile' ? 'odd requests' : group;
}

/** uncheckedEndpoints are those whose MUST cases were all not applicable. */
function uncheckedEndpoints(results: readonly CaseResult[]): readonly string[] {
  const must = results.filter(({ level }) => level === 'MUST');
  const checked = new Set(
    must.filter(({ outcome }) => outcome !== 'not-applicable').map(({ endpoint }) => endpoint),
  );
  return [...new Set(must.map(({ endpoint }) => endpoint))].filter((endpoint) => !checked.has(endpoint));
}

function of(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** EndpointResults are the results about one endpoint. */
export interface EndpointResults {
  readonly endpoint: string;
  readonly section: string;
  readonly results: readonly CaseResult[];
}

const OUTCOMES: readonly Outcome[] = ['fail', 'could-not-run', 'pass', 'not-applicable'];

/** byEndpoint groups results in the order of the document: MUST before SHOULD, fails first. */
export function byEndpoint({
  variant,
  results,
}: Pick<Report, 'variant' | 'results'>): readonly EndpointResults[] {
  const order = variant ? ENDPOINTS[variant].map(({ path }) => path) : [];
  const groups = new Map<string, CaseResult[]>();
  for (const result of results) groups.set(result.endpoint, [...(groups.get(result.endpoint) ?? []), result]);
  const place = ({ level, outcome }: CaseResult): number =>
    (level === 'MUST' ? 0 : 10) + OUTCOMES.indexOf(outcome);
  return [...groups]
    .map(([endpoint, own]) => ({
      endpoint,
      section: own[0]?.section ?? '',
      results: own.sort((a, b) => place(a) - place(b)),
    }))
    .sort(
      (a, b) => order.indexOf(a.endpoint.replace(/\?.*/, '')) - order.indexOf(b.endpoint.replace(/\?.*/, '')),
    );
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

function indented(text: string): string {
  return text.replaceAll(/^/gm, '      ');
}

/** detailsOf says of a result what was expected, what came, and how to ask again. */
export function detailsOf({
  words,
  found,
  curl,
  answer,
}: CaseResult): readonly (readonly [term: string, text: string])[] {
  return [
    ['The document', words],
    ...(found === undefined ? [] : [['Found', found] as const]),
    ...(curl === undefined ? [] : [['Request', curl] as const]),
    ...(answer === undefined
      ? []
      : [
          [
            'Answer',
            [`${answer.status} ${answer.mediaType}`, answer.link ?? '', answer.start]
              .filter(Boolean)
              .join('\n'),
          ] as const,
        ]),
  ];
}

function resultLines(result: CaseResult): string[] {
  const { level, outcome, title } = result;
  const line = `- **${OUTCOME_WORDS[outcome]}** · ${level} · ${title}`;
  if (outcome === 'pass') return [line];
  const details = detailsOf(result).flatMap(([term, text]) =>
    term === 'Request' || term === 'Answer' ? ['', indented(text), ''] : [`  - ${term}: ${plain(text)}`],
  );
  return [line, ...details];
}

/** toMarkdown writes a report for people. */
export function toMarkdown(report: Report): string {
  const { base, variant, requests, startedAt, rate, groups, results } = report;
  const row = (outcome: Outcome): string =>
    `| ${OUTCOME_WORDS[outcome]} | ${countOf(results, 'MUST', outcome)} | ${countOf(results, 'SHOULD', outcome)} |`;
  return [
    '# Conformance report',
    '',
    verdictOf(report).sentence,
    '',
    `- Server: ${plain(base)}`,
    `- API: ${variant ? VARIANT_WORDS[variant] : 'not found'}`,
    `- ${startedAt}, ${requests} requests, at most ${rate} a second; checked: ${groups.join(', ')}`,
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
