import { toCurl } from './endpoints.ts';
import type { Variant } from '../core/model.ts';
import { parseJson } from '../core/parse-json.ts';
import { casesFor, type ConformanceCase } from './cases.ts';
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
  const step = (one: CaseDescription, finding?: Finding): Step => ({
    kind: 'result',
    result: resultOf(one, finding),
    pace: prober.pace(),
  });
  const found = await findVariant(prober);
  if (found instanceof Finding) return yield step(NO_REGISTER, found);
  const register = createRegisterUnderTest(found, prober);
  const cases = casesFor(found, groups);
  yield { kind: 'plan', variant: found, cases: cases.length };
  for (const one of cases) yield step(one, await findingOf(one.check(register)));
}

type CaseDescription = Omit<ConformanceCase, 'check' | 'endpoint'> & {
  readonly endpoint: Pick<ConformanceCase['endpoint'], 'path' | 'section'> & { readonly optional?: boolean };
};

function resultOf({ id, endpoint, level, title, words }: CaseDescription, finding?: Finding): CaseResult {
  const { path, section, optional = false } = endpoint;
  const described = { id, endpoint: path + (optional ? '?name&value' : ''), section, level, title, words };
  if (!finding) return { ...described, outcome: 'pass' };
  const { outcome, message: found, exchange: { address, method = 'GET', ...answer } = {} } = finding;
  const { status, mediaType = '', link = null, text = '' } = answer;
  return {
    ...described,
    outcome,
    found,
    ...(address !== undefined && { curl: toCurl({ address, method }) }),
    ...(status !== undefined && { answer: { status, mediaType, link, start: text.slice(0, KEPT) } }),
  };
}

const NO_REGISTER: CaseDescription = {
  id: 'register/found',
  endpoint: { path: '/register, /context', section: 'Versioning' },
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
  let found: Variant | undefined;
  let answered: Exchange | undefined;
  const failures: Finding[] = [];
  for (const [path, variant, ...marks] of MARKS) {
    const look = async (): Promise<void> => {
      answered = await prober.ask(path);
      const json = parseJson(answered.text);
      if (answered.status !== 200 || !json.ok) return;
      const objects: unknown[] = [json.value, ...Object.values(json.value ?? {})].slice(0, 2);
      const isMarked = objects.some((one) =>
        marks.some((mark) => Object.hasOwn(Object(one) as object, mark)),
      );
      if (isMarked) found = variant;
    };
    failures.push(...[(await findingOf(look())) ?? []].flat());
    if (found) return found;
  }
  // Where a request failed, the register may have been behind it.
  const nothing = 'None of /register, /context, /entries and /records is answered as in either variant.';
  return failures[0] ?? new Finding('fail', nothing, answered);
}
