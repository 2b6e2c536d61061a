import type { ReactNode } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { Card } from '../../ui/card.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { type CheckText, sentenceOf } from '../../ui/check-text.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { isolated, Literal } from '../../ui/literal.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import { Time } from '../../ui/time.tsx';
import { KIND_WORDS } from '../../verify/evidence/misbehaviour.ts';
import styles from './check.module.css';
import {
  Address,
  comparePath,
  type File,
  type FileView,
  rootFact,
  signedCheck,
  namedCheck,
} from './file-parts.tsx';

const entries = (count: number): string => countOf(count, 'entry');

/** reportView describes the result of a misbehaviour report. */
export function reportView(checked: File<'report'>): FileView {
  const { file, result } = checked;
  const { old, new: later, addresses, register } = file;
  const other = (hash: Hash) => (old.logSize === later.logSize ? hash : undefined);
  const seen = ({ logSize, seenAt }: typeof old): ReactNode => (
    <>
      {entries(logSize)}, seen <Time at={seenAt} />
    </>
  );
  const isGrown = old.logSize < later.logSize;
  const [oldName, newName] = isGrown ? ['remembered root', 'later root'] : ['later root', 'remembered root'];
  const { consistency, signatures } = result;
  const isSigned = signatures.length > 0;
  const term = (head: typeof old, unsigned: string): string => {
    const by = head.signed && signatures.at(head === old ? 0 : -1);
    if (by !== undefined) return `root hash signed by ${by.by.map(({ name }) => isolated(name)).join(', ')}`;
    return isSigned ? 'root hash published to the reporter' : unsigned;
  };
  return {
    title: !isSigned
      ? 'Misbehaviour report'
      : !result.isByRoots
        ? 'Signed root hashes, and a proof that does not connect them'
        : old.signed && later.signed
          ? 'Two logs, signed by witnesses'
          : 'Two logs, one signed by a witness',
    // An unsigned proof says nothing about the logs.
    verdict: reportVerdict(
      checked,
      result.isByRoots || file.kind !== KIND_WORDS['not-a-continuation']
        ? file.kind
        : 'the proof between two root hashes does not match',
    ),
    checks: reportChecks(checked),
    facts: [
      rootFact(term(old, 'remembered root hash'), old.rootHash, seen(old), other(later.rootHash)),
      rootFact(term(later, 'later root hash'), later.rootHash, seen(later), other(old.rootHash)),
    ],
    stated: [
      ['register', <Address key="register" text={register.address} />],
      ['head read from', <Address key="head" text={addresses.head} />],
      ...(addresses.consistency === undefined
        ? []
        : [['proof read from', <Address key="proof" text={addresses.consistency} />] as const]),
      ['saved', <Time key="saved" at={file.madeAt} />],
    ],
    limits: !isSigned
      ? 'that the register published these two root hashes, and when. It signs nothing: somebody else has to have seen one of them too.'
      : `${
          old.signed && later.signed
            ? 'whose keys signed the two root hashes: ask the witnesses.'
            : 'whose key signed the one root hash: ask the witness; and that the register published the other, which nobody signed.'
        } ${result.isByRoots ? (old.signed && later.signed ? 'It does not rest on the author of this file.' : '') : UNSIGNED_PROOF}`.trim(),
    address: register.address,
    place: register.place,
    links: (id) => [
      [pathTo({ view: 'overview', register: id }), 'Open the register'],
      [comparePath(id, old), 'Compare the remembered root hash'],
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
  const { consistency } = result;
  const both = `Both are of ${entries(old.logSize)}`;
  const isSame = old.rootHash === later.rootHash;
  const heads: NamedCheck =
    old.logSize === later.logSize
      ? {
          id: 'heads',
          why: 'consistency',
          state: isSame ? 'holds' : 'does-not-match',
          title: `The two root hashes are ${isSame ? 'equal' : 'different'}`,
          detail: `${both}${isSame ? ': nothing is wrong with that' : ', and a log has one root hash at each size'}.`,
        }
      : namedCheck('consistency', consistency?.verdict ?? NO_PROOF, {
          kind: 'consistency',
          holds: [
            'The smaller log is the beginning of the larger one',
            'The consistency proof in the file gives both root hashes.',
          ],
          bad: [
            'The consistency proof does not give both root hashes',
            'The picture below shows where each should have come out.',
          ],
          otherwise: 'No consistency proof could be computed',
        });
  const signed = result.signatures.map((one, index) =>
    signedCheck(`signed-${index}`, index === 0 ? 'a root hash' : 'the other root hash', one),
  );
  return [heads, ...signed];
}

const UNSIGNED_PROOF = 'The proof between the two logs is unsigned: it is stated by the author of this file.';

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
      ...(rebuilt === undefined ? [] : [rootFact('rebuilt root hash', rebuilt, '', head.rootHash)]),
    ],
    stated: [
      ['register', <Address key="register" text={register.address} />],
      ['audited', <Time key="audited" at={file.auditedAt} />],
      ['saved', <Time key="saved" at={file.madeAt} />],
    ],
    findings: (
      <>
        <ul className={styles.problems}>
          {findings.map((text, index) => (
            <li key={index}>
              <Literal text={text} />
            </li>
          ))}
        </ul>
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
function auditChecks({
  result: { entries: reported, rebuilt },
}: File<'audit-report'>): readonly NamedCheck[] {
  return [
    ...reported.map(({ another, check }, index): NamedCheck => {
      const number = formatNumber(check.entry.entryNumber);
      const id = `entry-${index}`;
      if (another.outcome === 'holds')
        return {
          id,
          state: 'does-not-match',
          title: `Entry ${number} as it was sent is not the one under the root hash`,
          detail: 'Another leaf hash gives the root hash in its place, by the path in the file.',
        };
      const title = `The file does not show that entry ${number} is another one`;
      return { id, state: 'cannot-check', title, detail: sentenceOf({ verdict: another }) };
    }),
    namedCheck('rebuilt', rebuilt, {
      holds: [
        'With this entry in its place the log has the rebuilt root hash',
        'The path in the file connects the entry as it was sent to that root hash: nothing else differs.',
      ],
      bad: ['The rebuilt root hash in the file is not the one that this entry gives'],
      otherwise: 'The rebuilt root hash is only stated by this file',
    }),
  ];
}
