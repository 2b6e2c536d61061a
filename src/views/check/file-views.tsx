import type { Verdict } from '../../core/verdict.ts';
import { Card } from '../../ui/card.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { type CheckText, sentenceOf } from '../../ui/check-text.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import { Time } from '../../ui/time.tsx';
import { KIND_WORDS } from '../../verify/evidence/misbehaviour.ts';
import {
  Address,
  addressAtOrigin,
  comparePath,
  type File,
  type FileView,
  namedCheck,
  Problems,
  rootFact,
  signedCheck,
} from './file-parts.tsx';
import { formatHash } from '../../core/hash.ts';
import type { FactLine } from '../../ui/facts.tsx';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';

const entries = (count: number): string => countOf(count, 'entry');

/** reportView describes the result of a misbehaviour report. */
export function reportView(checked: File<'report'>): FileView {
  const { file, result } = checked;
  const { old, new: later, addresses, register } = file;
  const { consistency, signatures } = result;
  const isSigned = signatures.length > 0;
  const rootOf = (name: string, head: typeof old, other: typeof old) => {
    const by = head.signed && signatures.at(head === old ? 0 : -1)?.by;
    return rootFact(
      name,
      head.rootHash,
      <>
        {entries(head.logSize)}, seen <Time at={head.seenAt} />
        {by && `, signed by ${by.map((signer) => isolated(signer.name)).join(', ')}`}
      </>,
      old.logSize === later.logSize ? other.rootHash : undefined,
    );
  };
  const [oldName, newName] =
    old.logSize < later.logSize ? ['earlier root', 'later root'] : ['later root', 'earlier root'];
  return {
    title: 'Misbehaviour report',
    // An unsigned proof says nothing about the logs.
    verdict: reportVerdict(
      checked,
      result.isByRoots || file.kind !== KIND_WORDS['not-a-continuation']
        ? file.kind
        : 'the proof between two root hashes does not match',
    ),
    checks: reportChecks(checked),
    facts: [rootOf('earlier root hash', old, later), rootOf('later root hash', later, old)],
    stated: [
      ['register', <Address key="register" text={register.address} />],
      ['head read from', <Address key="head" text={addresses.head} />],
      ['proof read from', addresses.consistency && <Address key="proof" text={addresses.consistency} />],
      ['saved', <Time key="saved" at={file.madeAt} />],
    ],
    limits: isSigned
      ? 'whose keys signed these root hashes. What is unsigned, such as a consistency proof, is stated by the author of this file.'
      : 'that the register published these two root hashes, and when. It signs nothing: somebody else has to have seen one of them too.',
    address: register.address,
    place: register.place,
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
  return state === 'not-checked'
    ? {
        state,
        title: `This file shows what it says: ${says}`,
        detail: `${finding} The hashes differ. This page cannot tell why.`,
      }
    : { state, title: state === 'does-not-match' ? 'Does not match' : 'Could not check', detail: finding };
}

/** reportChecks returns the checks of a report. Two heads of one size need no consistency proof. */
export function reportChecks({ file: { old, new: later }, result }: File<'report'>): readonly NamedCheck[] {
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
      : namedCheck('consistency', result.consistency?.verdict ?? NO_PROOF, {
          kind: 'consistency',
          holds: ['The smaller log is the beginning of the larger one'],
          bad: 'The consistency proof does not give both root hashes',
          otherwise: 'No consistency proof could be computed',
        });
  const signed = result.signatures.map((one, index) =>
    signedCheck(`signed-${index}`, index === 0 ? 'a root hash' : 'the other root hash', one),
  );
  return [heads, ...signed];
}

const NO_PROOF: Verdict = {
  outcome: 'not-checked',
  code: 'not-in-file',
  reason: 'the file holds no consistency proof between its two sizes',
};

/** auditView describes the result of an audit report. */
export function auditView(checked: File<'audit-report'>): FileView {
  const { file, result } = checked;
  const { head, rebuiltRoot, findings, findingCount, register } = file;
  const rebuilt = rebuiltRoot === head.rootHash ? undefined : rebuiltRoot;
  const [first] = result.entries;
  return {
    title: 'Audit report',
    verdict: reportVerdict(checked, 'entries are not those under the published root hash'),
    checks: auditChecks(checked),
    facts: [
      rootFact('published root hash', head.rootHash, entries(head.logSize), rebuilt),
      ...(rebuilt ? [rootFact('rebuilt root hash', rebuilt, '', head.rootHash)] : []),
    ],
    stated: [
      ['register', <Address key="register" text={register.address} />],
      ['audited', <Time key="audited" at={file.auditedAt} />],
      ['saved', <Time key="saved" at={file.madeAt} />],
    ],
    findings: (
      <>
        <Problems
          problems={findings.map((text) => (
            <Literal key={text} text={text} />
          ))}
        />
        {findingCount > findings.length && <p>And {formatNumber(findingCount - findings.length)} more.</p>}
      </>
    ),
    limits:
      'that the register published this root hash, sent these entries and hashes entries by this leaf rule. It signs nothing: somebody else has to have seen it too.',
    address: register.address,
    place: register.place,
    links: (id) => [
      [pathTo({ view: 'audit', register: id }), 'Check every entry of the register'],
      [comparePath(id, head), 'Compare its root hash'],
    ],
    figure: first !== undefined && first.check.steps.length > 0 && (
      <ProofFigure check={first.check} source="file" spelling={register.variant} />
    ),
  };
}

/** An entry proved not to be in the log is marked as a finding, not as a fault of the file. */
function auditChecks({ result }: File<'audit-report'>): readonly NamedCheck[] {
  return [
    ...result.entries.map(({ another, check }, index): NamedCheck => {
      const number = formatNumber(check.entry.entryNumber);
      const isAnother = another.outcome === 'holds';
      return {
        id: `entry-${index}`,
        state: isAnother ? 'does-not-match' : 'cannot-check',
        title: isAnother
          ? `Entry ${number} as it was sent is not the one under the root hash`
          : `The file does not show that entry ${number} is another one`,
        detail: isAnother
          ? 'Another leaf hash gives the root hash in its place, by the path in the file.'
          : sentenceOf({ verdict: another }),
      };
    }),
    namedCheck('rebuilt', result.rebuilt, {
      holds: ['With this entry in its place the log has the rebuilt root hash', 'Nothing else differs.'],
      bad: 'The rebuilt root hash in the file is not the one that this entry gives',
      otherwise: 'The rebuilt root hash is only stated by this file',
    }),
  ];
}

/** proofView describes the result of a bundle or a tlog-proof. */
export function proofView(checked: File<'bundle' | 'tlog-proof'>): FileView {
  const { file, result } = checked;
  const { checkpoint } = file;
  const bundle = checked.kind === 'bundle' ? checked.file : undefined;
  const spelling = bundle?.register.variant ?? 'item';
  const later = bundle?.growth?.head;
  const number = 'entry' in file ? file.entry.entryNumber : file.entryNumber;
  const entry = result.entry?.entry;
  const origin = 'origin' in file ? file.origin : '';
  const address = bundle?.register.address ?? addressAtOrigin(origin, REGISTERS_ADDRESS);
  return {
    title: `Entry ${formatNumber(number)} in this ${bundle === undefined ? 'tlog-proof' : 'file'}`,
    checks: proofChecks(checked),
    facts: [
      ['key', entry && <Mono key="key" text={entry.key} />],
      ['timestamp', entry && <Literal key="time" text={entry.timestamp} />],
      ...(entry?.itemHashes ?? []).map((hash, index): FactLine => [
        `${spelling} hash${index === 0 ? '' : ` ${index + 1}`}`,
        <Address key={hash} text={formatHash(hash, spelling)} />,
      ]),
      rootFact('root hash', checkpoint.rootHash, `of ${entries(checkpoint.logSize)}`),
      ...(later ? [rootFact('later root hash', later.rootHash, `of ${entries(later.logSize)}`)] : []),
    ],
    stated:
      bundle === undefined
        ? [['origin', <Address key="origin" text={origin} />]]
        : [
            ['title', <Literal key="title" text={bundle.register.title} />],
            ['register', <Address key="register" text={address} />],
            ['saved', <Time key="saved" at={bundle.madeAt} />],
          ],
    limits:
      bundle === undefined
        ? 'the data, which is not in this file; the log size, which the file states; and who published the root hash. It is unsigned, or its signatures were not checked: the API describes no key.'
        : 'that this is the newest entry of its key, and the log size, which the file states: other sizes can have a proof of the same form.',
    address,
    place: bundle?.register.place,
    root: later ?? checkpoint,
    links: (register) => [
      [
        `${pathTo({ view: 'entry', register, entryNumber: String(number) })}${later ? `?at=${checkpoint.logSize}` : ''}`,
        'Open this entry in the register',
      ],
    ],
    ...('items' in checked && { items: checked.items }),
    figure: result.entry && (
      <ProofFigure check={result.entry} data={result.data} source="file" spelling={spelling} />
    ),
  };
}

/** proofChecks returns the checks of a bundle or a tlog-proof. */
export function proofChecks({ file, result }: File<'bundle' | 'tlog-proof'>): readonly NamedCheck[] {
  const { data, leaf, climb, entry, growth, signatures } = result;
  const { auditPath, checkpoint } = file;
  const number = formatNumber('entry' in file ? file.entry.entryNumber : file.entryNumber);
  // If the leaf bytes hold no readable entry, only the leaf is known to be in the log.
  const what = `${entry === undefined ? 'Leaf' : 'Entry'} ${number}`;
  const rule = entry?.leafRuleTitle === undefined ? '' : ` Leaf rule: ${entry.leafRuleTitle}.`;
  const log = growth && `The log of ${entries(growth.from.logSize)}`;
  return [
    data &&
      namedCheck('data', data.verdict, {
        kind: 'data',
        holds: [
          'Data matches its fingerprint',
          `This page hashed the data in the file; entry ${number} records the same hash.`,
        ],
        bad: 'Data does not match its fingerprint',
        otherwise: 'The data could not be checked',
      }),
    namedCheck('leaf', leaf, {
      holds: [
        'The leaf bytes are this entry',
        `The leaf rule writes entry ${number} as the hashed bytes.${rule}`,
      ],
      bad: 'The leaf bytes are not this entry',
      otherwise: 'Which entry it is could not be checked',
    }),
    namedCheck('entry', climb, {
      kind: 'inclusion',
      holds: [
        `${what} is in the log with the root hash in this file`,
        `It gives, with ${countOf(auditPath.length, 'hash', 'hashes')} in the file, the root hash that the file states for the log of ${entries(checkpoint.logSize)}.`,
      ],
      bad: `${what} does not connect to the root hash in this file`,
      otherwise: `Whether entry ${number} is in the log could not be checked`,
    }),
    growth &&
      namedCheck('consistency', growth.verdict, {
        kind: 'consistency',
        holds: [
          `${log} is the beginning of the one of ${formatNumber(growth.to.logSize)}`,
          'Nobody published the root hash of the smaller log: the consistency proof connects it to that of the larger one. If you trust the later one, you can trust the earlier one.',
        ],
        bad: `${log} is not proved to be the beginning of the one of ${formatNumber(growth.to.logSize)}`,
        otherwise: 'The consistency proof could not be checked',
      }),
    signatures && signedCheck('signed', 'this root hash', signatures),
  ].filter((check) => check !== undefined);
}
