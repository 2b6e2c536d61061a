import { formatHash } from '../../core/hash.ts';
import { type NamedCheck, type CheckText, sentenceOf } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Literal, Mono } from '../../ui/literal.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import {
  addressFact,
  entries,
  type File,
  type FileView,
  namedCheck,
  rootFact,
  signedCheck,
  timeFact,
  comparePath,
} from './file-parts.tsx';
import type { Verdict } from '../../core/verdict.ts';
import { Card } from '../../ui/card.tsx';
import { stateInWords } from '../../ui/check-badge.tsx';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { Time } from '../../ui/time.tsx';
import { KIND_WORDS } from '../../verify/evidence/misbehaviour.ts';

/** bundleView is the display of a proof bundle. */
export function bundleView(checked: File<'bundle'>): FileView {
  const { file, result } = checked;
  const { checkpoint } = file;
  const { variant: spelling } = file.register;
  const later = file.growth?.head;
  const { entry } = result.entry;
  const number = entry.entryNumber;
  return {
    title: `Entry ${formatNumber(number)} in this file`,
    checks: bundleChecks(checked),
    facts: [
      ['key', <Mono key="key" text={entry.key} />],
      ['timestamp', <Literal key="time" text={entry.timestamp} />],
      ...entry.itemHashes.map((hash, index) =>
        addressFact(`${spelling} hash${index === 0 ? '' : ` ${index + 1}`}`, formatHash(hash, spelling)),
      ),
      rootFact('root hash', checkpoint.rootHash, `of ${entries(checkpoint.logSize)}`),
      ...(later ? [rootFact('later root hash', later.rootHash, `of ${entries(later.logSize)}`)] : []),
    ],
    stated: [
      ['title', <Literal key="title" text={file.register.title} />],
      addressFact('register', file.register.address),
      timeFact('saved', file.madeAt),
    ],
    limits:
      'that this is the newest entry of its key, and the log size, which the file states: other sizes can have a proof of the same form',
    root: later ?? checkpoint,
    links: (register) => [
      [
        `${pathTo({ view: 'entry', register, entryNumber: String(number) })}${later ? `?at=${checkpoint.logSize}` : ''}`,
        'Open this entry in the register',
      ],
    ],
    // Data without a hash is not shown.
    items: result.data.items.flatMap(({ computed, item }) => (computed ? item : [])),
    figure: <ProofFigure check={result.entry} data={result.data} source="evidence" spelling={spelling} />,
  };
}

/** bundleChecks returns the checks of a bundle. */
export function bundleChecks({ file, result }: File<'bundle'>): NamedCheck[] {
  const { data, leaf, entry, growth, signatures } = result;
  const { auditPath, checkpoint } = file;
  const number = formatNumber(file.entry.entryNumber);
  const what = `Entry ${number}`;
  const rule = entry.leafRuleTitle === undefined ? '' : ` Leaf rule: ${entry.leafRuleTitle}.`;
  const log = `The log of ${entries(checkpoint.logSize)}`;
  const later = formatNumber(growth?.to.logSize ?? 0);
  return [
    namedCheck(
      'data',
      data.verdict,
      [
        'Data matches its fingerprint',
        `This page hashed the data in the file; entry ${number} records the same hash.`,
      ],
      'Data does not match its fingerprint',
      'Data and its fingerprint',
      { kind: 'data' },
    ),
    namedCheck(
      'leaf',
      leaf,
      ['The leaf bytes are this entry', `The leaf rule writes entry ${number} as the hashed bytes.${rule}`],
      'The leaf bytes are not this entry',
      'The leaf bytes of the entry',
      { why: 'inclusion' },
    ),
    namedCheck(
      'entry',
      entry.verdict,
      [
        `${what} is in the log with the root hash in this file`,
        `It gives, with ${countOf(auditPath.length, 'hash', 'hashes')} in the file, the root hash that the file states for the log of ${entries(checkpoint.logSize)}.`,
      ],
      `${what} does not connect to the root hash in this file`,
      `${what} in the log`,
      { kind: 'inclusion' },
    ),
    growth &&
      namedCheck(
        'consistency',
        growth.verdict,
        [
          `${log} is the beginning of the one of ${later}`,
          'Nobody published the root hash of the smaller log: the consistency proof connects it to that of the larger one. If you trust the later one, you can trust the earlier one.',
        ],
        `${log} is not proved to be the beginning of the one of ${later}`,
        'The consistency proof',
        { kind: 'consistency' },
      ),
    signatures && signedCheck('signed', 'this root hash', signatures),
  ].filter((check) => check !== undefined);
}

/** reportView is the display of a report of misbehaviour. */
export function reportView(checked: File<'report'>): FileView {
  const { file, result } = checked;
  const { old, new: later, addresses, register } = file;
  const { consistency, signatures } = result;
  const rootOf = (name: string, { logSize, rootHash, seenAt, imported }: typeof old, other: typeof old) => {
    const more = (
      <>
        {entries(logSize)}, {imported ? 'imported from a file that says it was seen' : 'seen'}{' '}
        <Time at={seenAt} />
      </>
    );
    return rootFact(name, rootHash, more, logSize === other.logSize ? other.rootHash : undefined);
  };
  const names = ['earlier root', 'later root'] as const;
  const [oldName, newName] = old.logSize < later.logSize ? names : names.toReversed();
  // An unsigned proof says nothing about the logs.
  const isOfLogs = result.isByRoots || file.kind !== KIND_WORDS['not-a-continuation'];
  return {
    title: 'Misbehaviour report',
    verdict: reportVerdict(
      checked,
      isOfLogs ? file.kind : 'the proof between two root hashes does not match',
    ),
    checks: reportChecks(checked),
    facts: [rootOf('earlier root hash', old, later), rootOf('later root hash', later, old)],
    stated: [
      addressFact('register', register.address),
      addressFact('head read from', addresses.head),
      addressFact('proof read from', addresses.consistency),
      timeFact('saved', file.madeAt),
    ],
    limits:
      signatures.length > 0
        ? 'whose keys signed these root hashes. What is unsigned, such as a consistency proof, is stated by the author of this file'
        : 'that the register published these two root hashes, and when. It signs nothing: somebody else has to have seen one of them too',
    links: (id) => [
      [pathTo({ view: 'overview', register: id }), 'Open the register'],
      [comparePath(id, old), 'Compare the earlier root hash'],
    ],
    figure: consistency !== undefined && consistency.newSteps.length > 0 && (
      <Card
        title="The consistency proof in the file"
        note={`from ${consistency.from.logSize} to ${entries(consistency.to.logSize)}`}
      >
        <ConsistencyFigure
          check={consistency}
          oldName={oldName}
          newName={newName}
          spelling={register.variant}
        />
      </Card>
    ),
  };
}

/** A valid report is evidence of a mismatch, but its best outcome is neutral: nothing in it is signed. */
function reportVerdict({ result }: File<'report' | 'audit-report'>, says: string): CheckText {
  const { outcome: state, finding } = result;
  const unsigned =
    'signatures' in result && result.signatures.find(({ verdict }) => verdict.outcome === state);
  // What the heads show is not a reason for what became of the signatures.
  if (unsigned && result.claim.outcome === 'holds')
    return { state, title: stateInWords(state), detail: sentenceOf(unsigned) };
  return state === 'not-checked'
    ? {
        state,
        title: `This file shows what it says: ${says}`,
        detail: `${finding} The hashes differ. This page cannot tell why.`,
      }
    : { state, title: stateInWords(state), detail: finding };
}

const NO_PROOF: Verdict = {
  outcome: 'not-checked',
  code: 'not-in-file',
  reason: 'the file holds no consistency proof between its two sizes',
};

/** reportChecks returns the checks of a report. Two heads of one size need no consistency proof. */
export function reportChecks({ file: { old, new: later }, result }: File<'report'>): NamedCheck[] {
  const isSame = old.rootHash === later.rootHash;
  const heads: NamedCheck =
    old.logSize === later.logSize
      ? {
          id: 'heads',
          why: 'consistency',
          state: isSame ? 'holds' : 'does-not-match',
          title: `The two root hashes are ${isSame ? 'equal' : 'different'}`,
          detail: `Both are of ${entries(old.logSize)}, and a log has one root hash at each size.`,
        }
      : namedCheck(
          'consistency',
          result.consistency?.verdict ?? NO_PROOF,
          ['The smaller log is the beginning of the larger one'],
          'The consistency proof does not give both root hashes',
          'The consistency proof',
          { kind: 'consistency' },
        );
  const signed = result.signatures.map((one, index) =>
    signedCheck(`signed-${index}`, index === 0 ? 'a root hash' : 'the other root hash', one),
  );
  return [heads, ...signed];
}

/** auditView is the display of a report of an audit. */
export function auditView(checked: File<'audit-report'>): FileView {
  const { file, result } = checked;
  const { head, rebuiltRoot, findings, findingCount, register } = file;
  const rebuilt = rebuiltRoot === head.rootHash ? undefined : rebuiltRoot;
  const more = findingCount - findings.length;
  const [first] = result.entries;
  return {
    title: 'Audit report',
    verdict: reportVerdict(checked, 'entries are not those under the published root hash'),
    checks: auditChecks(checked),
    facts: [rootFact('published root hash', head.rootHash, entries(head.logSize), rebuilt)],
    stated: [
      addressFact('register', register.address),
      timeFact('audited', file.auditedAt),
      ...(rebuilt ? [rootFact('rebuilt root hash', rebuilt, '', head.rootHash)] : []),
      timeFact('saved', file.madeAt),
      [
        'findings',
        <ul key="findings" className="bullets wrap">
          {findings.map((text) => (
            <li key={text}>
              <Literal text={text} />
            </li>
          ))}
          {more > 0 && <li>and {formatNumber(more)} more</li>}
        </ul>,
      ],
    ],
    limits:
      'that the register published this root hash, sent these entries and hashes entries by this leaf rule. It signs nothing: somebody else has to have seen it too',
    links: (id) => [
      [pathTo({ view: 'audit', register: id }), 'Check every entry of the register'],
      [comparePath(id, head), 'Compare its root hash'],
    ],
    figure: first !== undefined && first.check.steps.length > 0 && (
      <ProofFigure check={first.check} source="evidence" spelling={register.variant} />
    ),
  };
}

/** An entry proved not to be in the log is marked as a finding, not as a fault of the file. */
function auditChecks({ result }: File<'audit-report'>): NamedCheck[] {
  return result.entries.map(({ another, check }, index): NamedCheck => {
    const number = formatNumber(check.entry.entryNumber);
    const line = { id: `entry-${index}`, why: 'inclusion' } as const;
    return another.outcome === 'holds'
      ? {
          ...line,
          state: 'does-not-match',
          title: `Entry ${number} as it was sent is not the one under the root hash`,
          detail: 'Another leaf hash gives the root hash in its place, by the path in the file.',
        }
      : {
          ...line,
          state: 'cannot-check',
          title: `The file does not show that entry ${number} differs from the log`,
          detail: sentenceOf({ verdict: another }),
        };
  });
}
