import { field, isObject, type JsonObject } from '../../api/decode.ts';
import { type Hash, parseHash } from '../../core/hash.ts';
import { countOf } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash/abbreviate.ts';
import { pathTo } from '../../ui/paths.ts';
import { BUNDLE_FORMAT } from '../../verify/evidence/bundle.ts';
import { REPORT_FORMAT } from '../../verify/evidence/report.ts';
import type { BoxContext } from './box-context.ts';
import { faultInJson } from './json-fault.ts';
import { registersAsked } from './offers.ts';
import { entryOffers, readData } from './read-json-data.ts';
import { wholeNumber } from './whole-number.ts';
import {
  type Offer,
  problem,
  remark,
  toExactPath,
  toPath,
  type Understood,
  type Words,
  words,
} from './understood.ts';

/**
 * readJson understands a pasted answer of the API or an evidence file: entry, record, item or blob, the three proofs, a register's description, a proof bundle, a
 * report. Undefined where the text does not begin like one; JSON that is cut short or misspelt is told with the place.
 */
export function readJson(text: string, context: BoxContext): readonly Understood[] | undefined {
  if (text.startsWith('c2sp.org/tlog-proof@')) return [checkOffer(text, words`A tlog-proof`)];
  if (!/^[[{]/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [notJson(text)];
  }
  const read = isObject(value) ? (readEvidence(value, text) ?? readProof(value, context)) : undefined;
  return read ?? readData(value, foundFor(text, context)) ?? [problem(UNKNOWN)];
}

/** foundFor is the context without what was found for another text. */
function foundFor(text: string, context: BoxContext): BoxContext {
  const { here } = context;
  if (here?.found.data === undefined || here.found.data.text === text) return context;
  const { data: _other, ...found } = here.found;
  return { ...context, here: { ...here, found } };
}

const UNKNOWN = words`This is JSON, but no entry, record, item, proof or file that a register or this page writes. Paste one of those, whole.`;

function notJson(text: string): Understood {
  const fault = faultInJson(text);
  if (fault === undefined) return problem(words`This could not be read as JSON.`);
  return problem(
    words`This is not JSON: in line ${fault.line}, column ${fault.column}, ${fault.found} where ${fault.expected} is expected.`,
  );
}

function checkOffer(text: string, what: Words): Offer {
  return {
    kind: 'file',
    sure: 3,
    what,
    leads: words`Open it in Check: everything in it is computed again, without a network.`,
    target: { kind: 'check', text },
  };
}

/** readEvidence knows the files that this page writes by their `format`. */
function readEvidence(value: JsonObject, text: string): readonly Understood[] | undefined {
  switch (field(value, 'format')) {
    case BUNDLE_FORMAT:
      return [checkOffer(text, bundleWords(value))];
    case REPORT_FORMAT:
      return [checkOffer(text, words`A misbehaviour report`)];
    case 'register-explorer-roots':
      return [
        {
          kind: 'place',
          sure: 3,
          what: words`A file of remembered roots`,
          leads: words`Remembered roots are taken over as a file on that page.`,
          target: toPath('/settings'),
        },
      ];
    default:
      return undefined;
  }
}

function bundleWords(bundle: JsonObject): Words {
  const register = field(bundle, 'register');
  const title = isObject(register) ? field(register, 'title') : undefined;
  const entry = field(bundle, 'entry');
  const entryNumber = isObject(entry) ? wholeNumber(field(entry, 'entryNumber')) : undefined;
  const checkpoint = field(bundle, 'checkpoint');
  const logSize = isObject(checkpoint) ? wholeNumber(field(checkpoint, 'logSize')) : undefined;
  return [
    'A proof bundle',
    ...(entryNumber === undefined ? [] : words` for entry ${entryNumber}`),
    ...(typeof title === 'string' ? words` of ${title}` : []),
    ...(logSize === undefined ? [] : words` at size ${logSize}`),
  ];
}

/** readProof knows the three proofs of either variant by their fields (API document, "Proofs"). */
function readProof(value: JsonObject, context: BoxContext): readonly Understood[] | undefined {
  const has = (name: string): boolean => Object.hasOwn(value, name);
  if (has('merkle-audit-path')) return entryProof(value, context);
  if (has('merkle-consistency-nodes'))
    return unplaced(
      [
        `A consistency proof of ${hashesIn(value, 'merkle-consistency-nodes')}. It does not say between which sizes.`,
      ],
      context,
    );
  if (has('audit-path'))
    return unplaced(
      [`A proof of ${hashesIn(value, 'audit-path')}, in the earlier variant. It does not say of what.`],
      context,
    );
  if (has('root-hash') && has('total-entries') && !has('schema')) return head(value, context);
  return undefined;
}

function hashesIn(value: JsonObject, name: string): string {
  const list = field(value, name);
  return countOf(Array.isArray(list) ? list.length : 0, 'hash', 'hashes');
}

function entryProof(value: JsonObject, context: BoxContext): readonly Understood[] {
  const entryNumber = wholeNumber(field(value, 'entry-number'));
  const hashes = hashesIn(value, 'merkle-audit-path');
  if (entryNumber === undefined)
    return unplaced([`An entry proof of ${hashes} that names no entry.`], context);
  const { here } = context;
  const proofs: readonly Offer[] =
    here?.logSize === undefined || entryNumber > here.logSize
      ? []
      : [
          {
            kind: 'proof',
            sure: 3,
            what: words`The entry proof for entry ${entryNumber} at size ${here.logSize}`,
            leads: words`Fetched from the register on view and climbed here.`,
            target: toExactPath(
              pathTo({
                view: 'entry-proof',
                register: here.id,
                entryNumber: String(entryNumber),
                logSize: String(here.logSize),
              }),
            ),
          },
        ];
  return [
    remark([
      ...words`An entry proof for entry ${entryNumber}, of `,
      `${hashes}. It does not say for which size of the log; a proof bundle would. The hashes pasted here are not looked at.`,
    ]),
    ...proofs,
    ...entryOffers(entryNumber, 2, context),
  ];
}

/** unplaced says what a proof is that does not tell what it proves, and leads to where proofs are asked for. */
function unplaced(what: Words, context: BoxContext): readonly Understood[] {
  return [
    remark(what),
    ...registersAsked(context).map((register): Offer => ({
      kind: 'proof',
      sure: 3,
      what: words`Proofs of ${register.title}`,
      leads: words`Ask for a proof by its sizes or its entry.`,
      target: toPath(pathTo({ view: 'proofs', register: register.id })),
    })),
  ];
}

function head(value: JsonObject, context: BoxContext): readonly Understood[] | undefined {
  const logSize = wholeNumber(field(value, 'total-entries'));
  const rootHash = anyHash(field(value, 'root-hash'));
  if (logSize === undefined || rootHash === undefined) return undefined;
  const query = new URLSearchParams({ size: String(logSize), root: rootHash });
  return [
    remark(
      words`A register proof: a log of ${logSize} entries with the root ${abbreviate(rootHash, 'long')}.`,
    ),
    ...registersAsked(context).map((register): Offer => ({
      kind: 'root',
      sure: 3,
      what: words`Compare this root with ${register.title}`,
      leads: words`The register has to show that both belong to one log.`,
      target: toExactPath(`${pathTo({ view: 'compare', register: register.id })}?${query}`),
    })),
  ];
}

function anyHash(value: unknown): Hash | undefined {
  if (typeof value !== 'string') return undefined;
  return parseHash(value, 'item') ?? parseHash(value, 'blob') ?? parseHash(value, 'bare');
}
