import type { Variant } from '../core/model.ts';
import { parseJson } from '../core/parse-json.ts';
import { casesFor } from './cases.ts';
import { toCurl } from './endpoints.ts';
import { type Exchange, Finding, findingOf } from './finding.ts';
import { type Group, USUAL_GROUPS } from './model.ts';
import { createProber, type Prober, type ProberOptions } from './prober.ts';
import { RegisterUnderTest } from './register-under-test.ts';
import type { CaseResult, Report } from './report.ts';

/** RunOptions are the register to test and the cases. */
export interface RunOptions extends ProberOptions {
  /** All but `hostile` by default. */
  readonly groups?: readonly Group[];
}

/** How much of an answer's body a result keeps. */
const KEPT = 600;

/**
 * runConformance tests a register and yields its report after each case, until it is done or the signal stops
 * it. Rejects for nothing but a fault of this program.
 */
export async function* runConformance(options: RunOptions): AsyncGenerator<Report> {
  const prober = createProber(options);
  const { base, rate, groups = USUAL_GROUPS } = options;
  const startedAt = new Date().toISOString();
  let report: Report = { base, groups, rate, startedAt, requests: 0, state: 'running', results: [] };
  const withMore = (more: Partial<Report>): Report =>
    (report = { ...report, requests: prober.requests(), ...more });
  yield report;
  try {
    const found = await findVariant(prober);
    if (found instanceof Finding) yield withMore({ results: [resultOf(NO_REGISTER, found)] });
    else {
      const register = new RegisterUnderTest(found, prober);
      const cases = casesFor(found, groups);
      yield withMore({ variant: found, planned: cases.length });
      for (const { id, endpoint, level, title, words, check } of cases) {
        const { path, section, optional } = endpoint;
        const where = { endpoint: path + (optional ? '?name&value' : ''), section };
        const result = resultOf({ id, ...where, level, title, words }, await findingOf(check(register)));
        yield withMore({ results: [...report.results, result] });
      }
    }
    yield withMore({ state: 'done' });
  } catch (error) {
    if (!options.signal.aborted) throw error;
    yield withMore({ state: 'stopped' });
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
    ...(address !== undefined && { curl: toCurl(address, method) }),
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

/**
 * findVariant finds the variant by the form of the summaries, the entries or the records;
 * resolves with why there is none.
 */
async function findVariant(prober: Prober): Promise<Variant | Finding> {
  let failure: Finding | undefined;
  let answered: Exchange | undefined;
  for (const [path, variant, ...marks] of MARKS) {
    let text = '';
    const read = async (): Promise<void> => {
      answered = await prober.probe(path);
      if (answered.status === 200) ({ text } = answered);
    };
    const failed = await findingOf(read());
    failure ??= failed;
    const json = parseJson(text);
    const objects = json.ok ? [json.value, ...Object.values(json.value ?? {})].slice(0, 2) : [];
    if (objects.some((one) => marks.some((mark) => Object.hasOwn(Object(one) as object, mark))))
      return variant;
  }
  // Where a request failed, the register may have been behind it.
  const nothing = 'None of /register, /context, /entries and /records is answered as in either variant.';
  return failure ?? new Finding('fail', nothing, answered);
}
