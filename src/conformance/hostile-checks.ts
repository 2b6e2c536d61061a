import type { EndpointId } from './endpoints.ts';
import { type Exchange, fail, type Finding, findingOf, notApplicable } from './finding.ts';
import { type Case, type Cases, type CaseMaker, must } from './model.ts';
import type { Answer, Json } from './answer-reader.ts';
import type { RegisterUnderTest } from './register-under-test.ts';

/** Requests something that exists from an endpoint. The filter has its own cases, which know the data. */
export async function requestHonestly(
  register: RegisterUnderTest,
  id: EndpointId,
  again?: boolean,
): Promise<Answer | undefined> {
  if (['summary', 'records', 'entries', 'items', 'register-proof'].includes(id))
    return register.request(id, {}, again);
  const { last } = await register.log();
  const { key, itemHashes } = await register.entry(last);
  if (id === 'records-where') return undefined;
  const [first = ''] = id === 'snapshot-entry' ? [key] : await register.keys();
  const sizes = { 'small-log-size': Math.max(1, last - 1), 'large-log-size': last, 'log-size': last };
  const values = { key: first, 'entry-number': last, ...sizes, ...register.spelled(itemHashes[0] ?? '') };
  return register.request(id, values, again);
}

const LONG = 'x'.repeat(4000);
const ODD_TEXTS = [
  '__proto__',
  'constructor',
  '%00',
  '..%2F..%2Fetc%2Fpasswd',
  '%E2%80%AEtxt',
  '%0D%0ALink:%20x',
  '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  "'%20OR%201=1--",
  LONG,
];
const HUGE = `1${'0'.repeat(200)}`;
const ODD_NUMBERS = ['0', '-1', '1.5', '1e0', '0x1', '01', '%D9%A1', '9007199254740993', HUGE];

type Paths = (register: RegisterUnderTest) => Promise<readonly string[]>;
type AnswerTest = (register: RegisterUnderTest, json: Json, path: string) => boolean;

/**
 * hostile makes a check of requests that no honest client makes. Only GET is sent: the document has no other
 * method, and a server with a fault might obey. An answer with status 200 must be right; a request that
 * breaks the server is a fail. The others are asked all the same.
 */
function hostile(described: CaseMaker, id: EndpointId, paths: Paths, isRight: AnswerTest): Case {
  return described(async (register) => {
    const all = await paths(register);
    // Where an honest request fails too, the odd one is not to blame.
    await requestHonestly(register, id, true);
    const findings: Finding[] = [];
    for (const path of all) {
      const check = async (): Promise<void> => {
        const exchange = await register.prober.probe(path, { hostile: true });
        if (exchange.status === 200 && !isRight(register, jsonOf(exchange), path))
          fail(exchange, `${path.slice(0, 80)} is answered with status 200.`);
      };
      findings.push(...[(await findingOf(check())) ?? []].flat());
    }
    const worst = findings.find(({ outcome }) => outcome === 'fail') ?? findings[0];
    if (worst) throw worst;
  });
}

/** The JSON of an answer; an empty object if it is not an object. */
function jsonOf({ text }: Exchange): Json {
  try {
    return Object(JSON.parse(text)) as Json;
  } catch {
    return {};
  }
}

/** HOSTILE_CASES send requests that no honest client makes. */
export const HOSTILE_CASES = {
  'record/hostile': hostile(
    must(
      'A key that no record has is answered with no record',
      'key: String identifying a record within the register.',
    ),
    'record',
    async (register) => {
      const { keys } = await register.log();
      const unknown = ODD_TEXTS.filter((text) => !keys.has(decodeURIComponent(text)));
      return unknown.map((text) => `/records/${text}`);
    },
    ({ variant }, json, path) => {
      const key = variant === 'item' ? Object.keys(json)[0] : json['_id'];
      return typeof key === 'string' && path.endsWith(`/${encodeURIComponent(key)}`);
    },
  ),
  'entry/hostile': hostile(
    must(
      'A number that no entry has is answered with no entry',
      'entry-number: Integer, position in the log.',
    ),
    'entry',
    async () => ODD_NUMBERS.map((number) => `/entries/${number}`),
    (_register, json) => !JSON.stringify(json).includes('entry-number'),
  ),
  'entries/hostile': hostile(
    must('A start that is no entry number is not answered with a broken list'),
    'entries',
    async () => ODD_NUMBERS.map((number) => `/entries?start=${number}`),
    (_register, json) => Array.isArray(json),
  ),
  'item/hostile': hostile(
    must('A hash that no data has is answered with no data'),
    'item',
    async (register) => {
      const [hash = notApplicable('The first entry has no data.')] = (await register.entry(1)).itemHashes;
      const other = hash.slice(0, -1) + (hash.endsWith('0') ? '1' : '0');
      const odd = ['0'.repeat(64), hash.slice(1), `${hash}0`, other].map((one) => register.spelled(one).id);
      return [...odd, '__proto__', LONG].map((id) => register.address('item', { 'item-hash': id, id }));
    },
    (register, json, path) => register.isData(path.split('/').at(-1) ?? '', json),
  ),
  'entry-proof/hostile': hostile(
    must('A proof of an entry outside the log is not given', 'entry-number, log-size: Integer.'),
    'entry-proof',
    async (register) => {
      const { logSize: size } = await register.headNow();
      const odd = [`0/${size}`, `${size + 1}/${size}`, '1/0', `1/${size + 1_000_000}`, `-1/${size}`];
      const path = register.address('entry-proof', { 'entry-number': 1, 'log-size': size });
      return odd.map((numbers) => path.replace(`1/${size}`, numbers));
    },
    () => false,
  ),
} satisfies Cases;
