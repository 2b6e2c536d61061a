import type { Variant } from '../core/model.ts';
import { parseJson } from '../core/parse-json.ts';
import { toCurl } from '../core/curl.ts';
import { ENDPOINTS, type EndpointId } from './endpoints.ts';
import { FILTER_CASES } from './filter-cases.ts';
import { HTTP_CASES } from './http-cases.ts';
import { LOG_CASES } from './log-cases.ts';
import {
  type ConformanceCase,
  type Exchange,
  Finding,
  type Group,
  GROUPS,
  type Level,
  type Outcome,
} from './model.ts';
import { createProber, type Prober, type ProberOptions } from './prober.ts';
import { PROOF_CASES } from './proof-cases.ts';
import { SNAPSHOT_CASES } from './snapshot-cases.ts';
import { RECORD_CASES } from './record-cases.ts';
import {
  BasicFinding,
  createRegisterUnderTest,
  firstOf,
  type RegisterUnderTest,
  sampleNumbers,
} from './register-under-test.ts';

/** CaseResult is the result of one case. All of it is plain JSON. */
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
  /** What came in place of what was expected, or why the case says nothing. */
  readonly found?: string;
  /** The request that shows it, as a command. */
  readonly curl?: string;
  readonly answer?: {
    readonly status: number;
    readonly mediaType: string;
    readonly link: string | null;
    readonly start: string;
  };
}

/** Plan is what a report will look at. */
interface Plan {
  readonly variant: Variant;
  readonly cases: number;
}

/** Step is what happens while a report is made. */
export type Step =
  | ({ readonly kind: 'plan' } & Plan)
  | { readonly kind: 'result'; readonly result: CaseResult; readonly requests: number };

/** RunOptions say what to ask, and what of. */
export interface RunOptions extends ProberOptions {
  /** All but `hostile` by default. */
  readonly groups?: readonly Group[];
}

/** How much of an answer's body a result keeps. */
const KEPT = 600;

/** runConformance asks a register and yields what it finds, case by case. Rejects with the signal's reason once that is aborted; nothing else rejects but a fault of this program. */
export async function* runConformance(options: RunOptions): AsyncGenerator<Step> {
  const prober = createProber(options);
  const groups = options.groups ?? GROUPS.filter((group) => group !== 'hostile');
  const found = await findVariant(prober);
  if (found instanceof Finding) {
    yield { kind: 'result', requests: prober.requests(), result: resultOf(NO_REGISTER, found) };
    return;
  }
  const register = createRegisterUnderTest(found, prober);
  const cases = casesFor(found, groups);
  yield { kind: 'plan', variant: found, cases: cases.length };
  for (const one of cases) {
    const finding = await runCase(one, register);
    yield { kind: 'result', requests: prober.requests(), result: resultOf(describe(one, found), finding) };
  }
}

/** casesFor are the cases of these groups, in the order in which they are run: those about the form of all answers come last, when most have been seen. */
export function casesFor(variant: Variant, groups: readonly Group[]): readonly ConformanceCase[] {
  const all = [
    ...RECORD_CASES,
    ...FILTER_CASES,
    ...LOG_CASES,
    ...SNAPSHOT_CASES,
    ...PROOF_CASES,
    ...HTTP_CASES,
    ...basicCases(variant),
  ];
  const names = new Set(ENDPOINTS[variant].map(({ id }) => id));
  return all.filter(
    ({ endpoint, variant: only = variant, hostile }) =>
      only === variant && names.has(endpoint) && groups.includes(hostile ? 'hostile' : GROUP_OF[endpoint]),
  );
}

const GROUP_OF: Readonly<Record<EndpointId, Group>> = {
  summary: 'register',
  record: 'records',
  trail: 'records',
  records: 'records',
  'records-where': 'records',
  entry: 'entries',
  entries: 'entries',
  item: 'items',
  items: 'items',
  'register-proof': 'proofs',
  'entry-proof': 'proofs',
  'consistency-proof': 'proofs',
  snapshot: 'snapshots',
  'snapshot-entry': 'snapshots',
};

/** The status, type and form of each endpoint's answers, for all that were asked for. */
function basicCases(variant: Variant): ConformanceCase[] {
  return ENDPOINTS[variant].flatMap(({ id, quote }) =>
    (['answers', 'form'] as const).map((name) => ({
      endpoint: id,
      name,
      level: 'MUST',
      title:
        name === 'answers'
          ? 'It answers with status 200 and JSON'
          : 'Its answers have the form of the document',
      words:
        name === 'answers'
          ? 'Successful responses carry status 200 and Content-Type: application/json.'
          : quote,
      async run(register) {
        await askOnce(register, id).catch((error: unknown) => {
          if (!(error instanceof BasicFinding)) throw error;
        });
        const fault = register.faults.get(`${id}/${name}`);
        if (fault) throw fault;
        const other = name === 'form' ? register.faults.get(`${id}/answers`) : undefined;
        if (other?.exchange?.status !== undefined && other.exchange.status !== 200)
          throw new Finding(
            'could-not-run',
            'There is no answer with status 200 to look at.',
            other.exchange,
          );
      },
    })),
  );
}

/** Asks an endpoint about something that is there. */
async function askOnce(register: RegisterUnderTest, endpoint: EndpointId): Promise<void> {
  if (['summary', 'records', 'entries', 'items', 'register-proof'].includes(endpoint)) {
    await register.ask(endpoint);
    return;
  }
  const log = await register.log();
  const last = firstOf(sampleNumbers(log, log.last).toReversed());
  const { key, itemHashes } = await register.entry(last);
  const [hash = ''] = itemHashes;
  const smaller = Math.max(1, last - 1);
  // The filter was asked by its own cases, which know what the data has.
  if (endpoint === 'records-where') return;
  await register.ask(endpoint, {
    key: endpoint === 'snapshot-entry' ? key : firstOf(await register.keys()),
    'entry-number': last,
    'log-size': last,
    'small-log-size': smaller,
    'large-log-size': last,
    'item-hash': `sha-256:${hash}`,
    id: `1220${hash}`,
  });
}

async function runCase(one: ConformanceCase, register: RegisterUnderTest): Promise<Finding | undefined> {
  try {
    await one.run(register);
    return undefined;
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    if (!(error instanceof BasicFinding) || one.name === error.kind) return error;
    return new Finding(
      'could-not-run',
      `This needs an answer that did not come as described. ${error.message}`,
      error.exchange,
    );
  }
}

type Described = Pick<CaseResult, 'endpoint' | 'section' | 'level' | 'title' | 'words'> & {
  readonly id: string;
};

/** describe is a case as a result shows it. */
function describe({ endpoint: id, name, level, title, words }: ConformanceCase, variant: Variant): Described {
  const found = ENDPOINTS[variant].find((endpoint) => endpoint.id === id);
  const query = id === 'records-where' && variant === 'blob' ? '?name&value' : '';
  return {
    id: `${id}/${name}`,
    endpoint: (found?.path ?? id) + query,
    // Which variant a section is about is plain here.
    section: found?.section.replace(/ \((?:v2|earlier variant)\)|earlier variant, /, '') ?? '',
    level,
    title,
    words: typeof words === 'string' ? words : words[variant === 'item' ? 0 : 1],
  };
}

function resultOf(described: Described, finding: Finding | undefined): CaseResult {
  if (!finding) return { ...described, outcome: 'pass' };
  const { outcome, message, exchange } = finding;
  return {
    ...described,
    outcome,
    found: message,
    ...(exchange?.address !== undefined && {
      curl: toCurl({
        address: exchange.address,
        method: exchange.method ?? 'GET',
        accept: exchange.accept ?? '',
      }),
    }),
    ...(exchange?.status !== undefined && {
      answer: {
        status: exchange.status,
        mediaType: exchange.mediaType ?? '',
        link: exchange.link ?? null,
        start: (exchange.text ?? '').slice(0, KEPT),
      },
    }),
  };
}

const NO_REGISTER: Described = {
  id: 'register/found',
  endpoint: '/register, /context',
  section: 'Versioning',
  level: 'MUST',
  title: 'A register answers at the base address, in one of the two variants',
  words: 'All paths are relative to {base_url}. Endpoints: /register (items), /context (blobs).',
};

/** Members by which the answers of the variants are told apart: of the answer, or of the first member of a list. */
const MARKS: readonly (readonly [path: string, Variant, marks: readonly string[]])[] = [
  ['/register', 'item', ['register-record', 'total-entries', 'domain']],
  ['/context', 'blob', ['hashing-algorithm', 'statistics', 'schema', 'root-hash']],
  ['/entries', 'item', ['item-hash']],
  ['/entries', 'blob', ['blob-hash']],
  ['/records', 'item', ['item']],
  ['/records', 'blob', ['_id']],
];

/** findVariant finds the variant by what the summaries, the entries or the records look like; resolves with why there is none. */
async function findVariant(prober: Prober): Promise<Variant | Finding> {
  let answered: Exchange | undefined;
  let failed: Finding | undefined;
  for (const [path, variant, marks] of MARKS) {
    try {
      const exchange = await prober.ask(path);
      answered = exchange;
      const json = parseJson(exchange.text);
      if (exchange.status !== 200 || !json.ok) continue;
      const objects: unknown[] = [json.value, ...Object.values(json.value ?? {})].slice(0, 2);
      const hasMark = (one: unknown) =>
        typeof one === 'object' && one !== null && marks.some((mark) => Object.hasOwn(one, mark));
      if (objects.some(hasMark)) return variant;
    } catch (error) {
      if (!(error instanceof Finding)) throw error;
      failed ??= error;
    }
  }
  // Where a request failed, the register may have been behind it.
  if (failed || !answered) return failed ?? new Finding('could-not-run', 'Nothing answered.');
  return new Finding(
    'fail',
    'None of /register, /context, /entries and /records is answered as in either variant.',
    answered,
  );
}
