import { toCurl } from './endpoints.ts';
import type { Variant } from '../core/model.ts';
import { parseJson } from '../core/parse-json.ts';
import { casesFor } from './cases.ts';
import {
  type Exchange,
  Finding,
  findingOf,
  type Group,
  type Level,
  type Outcome,
  USUAL_GROUPS,
} from './model.ts';
import { createProber, type Pace, type Prober, type ProberOptions } from './prober.ts';
import { createRegisterUnderTest } from './register-under-test.ts';

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
  /** The actual answer in place of the expected one, or why the case could not decide. */
  readonly found?: string;
  /** The request that shows it, as a command. */
  readonly curl?: string;
  readonly answer?: Pick<Exchange, 'status' | 'mediaType' | 'link'> & { readonly start: string };
}

/** Step is a step of making a report; the last one is its end. */
export type Step =
  | { readonly kind: 'plan'; readonly variant: Variant; readonly cases: number }
  | { readonly kind: 'result'; readonly result: CaseResult; readonly pace: Pace }
  | { readonly kind: 'end'; readonly state: 'done' | 'stopped'; readonly pace: Pace };

/** RunOptions are the register to test and the cases. */
export interface RunOptions extends ProberOptions {
  /** All but `hostile` by default. */
  readonly groups?: readonly Group[];
}

/** How much of an answer's body a result keeps. */
const KEPT = 600;

/** runConformance tests a register and yields results, case by case, until it is done or the signal stops it. Rejects for nothing but a fault of this program. */
export async function* runConformance(options: RunOptions): AsyncGenerator<Step> {
  const prober = createProber(options);
  let state: 'done' | 'stopped' = 'done';
  try {
    yield* results(prober, options.groups ?? USUAL_GROUPS);
  } catch (error) {
    if (!options.signal.aborted) throw error;
    state = 'stopped';
  }
  yield { kind: 'end', state, pace: prober.pace() };
}

async function* results(prober: Prober, groups: readonly Group[]): AsyncGenerator<Step> {
  const step = (described: Description, finding?: Finding): Step => ({
    kind: 'result',
    result: resultOf(described, finding),
    pace: prober.pace(),
  });
  const found = await findVariant(prober);
  if (found instanceof Finding) return yield step(NO_REGISTER, found);
  const register = createRegisterUnderTest(found, prober);
  const cases = casesFor(found, groups);
  yield { kind: 'plan', variant: found, cases: cases.length };
  for (const { id, endpoint, level, title, words, check } of cases) {
    const { path, section, optional } = endpoint;
    const described = { id, endpoint: path + (optional ? '?name&value' : ''), section, level, title, words };
    yield step(described, await findingOf(check(register)));
  }
}

type Description = Omit<CaseResult, 'outcome'>;

function resultOf(described: Description, finding?: Finding): CaseResult {
  if (!finding) return { ...described, outcome: 'pass' };
  const { outcome, message: found, exchange = {} } = finding;
  const { address, method, status, mediaType = '', link = null, text = '' } = exchange;
  return {
    ...described,
    outcome,
    found,
    ...(address !== undefined && { curl: toCurl({ address, ...(method && { method }) }) }),
    ...(status !== undefined && { answer: { status, mediaType, link, start: text.slice(0, KEPT) } }),
  };
}

const NO_REGISTER: Description = {
  id: 'register/found',
  endpoint: '/register, /context',
  section: 'Versioning',
  level: 'MUST',
  title: 'A register answers at the base address, in one of the two variants',
  words: 'All paths are relative to {base_url}. Endpoints: /register (items), /context (blobs).',
};

/** Members that distinguish the variants' answers: of the answer, or of the first member of a list. */
const MARKS: readonly (readonly [path: string, Variant, ...marks: readonly string[]])[] = [
  ['/register', 'item', 'register-record', 'total-entries', 'domain'],
  ['/context', 'blob', 'hashing-algorithm', 'statistics', 'schema', 'root-hash'],
  ['/entries', 'item', 'item-hash'],
  ['/entries', 'blob', 'blob-hash'],
  ['/records', 'item', 'item'],
  ['/records', 'blob', '_id'],
];

/** findVariant finds the variant by the form of the summaries, the entries or the records; resolves with why there is none. */
async function findVariant(prober: Prober): Promise<Variant | Finding> {
  const failures: Finding[] = [];
  let answered: Exchange | undefined;
  for (const [path, variant, ...marks] of MARKS) {
    const failure = await findingOf(prober.ask(path).then((exchange) => (answered = exchange)));
    if (failure) failures.push(failure);
    const json = parseJson(answered?.status === 200 ? answered.text : '');
    const objects = json.ok && !failure ? [json.value, ...Object.values(json.value ?? {})].slice(0, 2) : [];
    const isMarked = (one: unknown): boolean =>
      marks.some((mark) => Object.hasOwn(Object(one) as object, mark));
    if (objects.some(isMarked)) return variant;
  }
  // Where a request failed, the register may have been behind it.
  const nothing = 'None of /register, /context, /entries and /records is answered as in either variant.';
  return failures[0] ?? new Finding('fail', nothing, answered);
}
