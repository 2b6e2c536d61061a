import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { parseHash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { rememberedQuery } from './file-queries.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckBadge, type CheckState } from '../../ui/check-badge.tsx';
import { CheckStrip, type NamedCheck, type CheckText } from '../../ui/check-list.tsx';
import { Facts, TwoHashes } from '../../ui/facts.tsx';
import { DataTable, UNVERIFIED } from '../../ui/data-table.tsx';
import { countOf, inSentence, formatDay } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { formatRegisterId, parseRegisterId, type RegisterId } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import styles from './check.module.css';
import { bundleView, auditView, reportView } from './file-views.tsx';
import { comparePath, type FileView, type ReadFile } from './file-parts.tsx';
import { HashText } from '../../ui/hash.tsx';
import type { RememberedRoot } from '../../trust/remembered-root.ts';

/**
 * FileResult shows an evidence file, computed from the file alone: one verdict, its checks, the subject of
 * the file, and what to do next.
 */
export function FileResult({ name, checked }: { name: string; checked: ReadFile }) {
  const { file } = checked;
  const view = describeFile(checked);
  const { root, items } = view;
  const { address, place } = file.register;
  const register = registerAt(address, REGISTERS_ADDRESS, place);
  const { data: remembered } = useQuery(
    rememberedQuery(register === undefined ? '' : formatRegisterId(register), address),
  );
  const rootLine = root && (rememberedCheck(root, remembered) ?? ONLY_STATED);
  const checks = rootLine === undefined ? view.checks : [...view.checks, rootLine];
  const { outcome } = checked.result;
  const verdict = view.verdict ?? proofVerdict(outcome, checks, rootLine ?? ONLY_STATED);
  const isRefused = outcome !== 'not-checked';
  return (
    <>
      <CheckStrip
        checks={checks}
        verdict={{
          state: verdict.state,
          words: isRefused ? `${verdict.title}: ${inSentence(verdict.detail)}` : verdict.title,
          by: { id: 'verdict', ...verdict },
        }}
        limits={view.limits}
      />
      <div className={`halves ${styles.columns}`}>
        <Card title={view.title} note={`from ${name}`}>
          {verdict.state === 'not-checked' && <p>{verdict.detail}</p>}
          <Facts className={factsClass} facts={view.facts} />
          <section className="group quiet" aria-label="Stated by the file">
            <p>Stated by the file, not verified:</p>
            <Facts className={factsClass} facts={view.stated} />
          </section>
          {register !== undefined && (
            <div className="row">
              {view.links(register).map(([to, text]) => (
                <Link key={to} className={buttonClass()} to={to}>
                  {text}
                </Link>
              ))}
            </div>
          )}
        </Card>
        <div className={`stack ${styles.side}`}>
          {items !== undefined && (
            <Card title="Data" note={isRefused ? UNVERIFIED.refused : 'as it was hashed from the file'}>
              {items.length === 0 && <p className="quiet">No data could be hashed.</p>}
              {items.map((item, index) => (
                <DataTable
                  key={index}
                  item={item}
                  schema={[]}
                  unverified={isRefused ? 'refused' : undefined}
                />
              ))}
            </Card>
          )}
          {root !== undefined && <CompareRoot root={root} register={register} />}
        </div>
      </div>
      {view.figure}
    </>
  );
}

/** describeFile returns the display of a file. */
export function describeFile(checked: ReadFile): FileView {
  switch (checked.kind) {
    case 'report':
      return reportView(checked);
    case 'audit-report':
      return auditView(checked);
    case 'bundle':
      return bundleView(checked);
  }
}

/**
 * registerAt finds the register at the address that a file states, to link to it. One below this site's
 * own registers is named by its place, an opened file by the place that was stated. Undefined where it is
 * no address of a register.
 */
export function registerAt(address: string, ownRegisters: string, place = ''): RegisterId | undefined {
  const stated = parseRegisterId(place);
  if (stated?.kind === 'file') return stated;
  const [name, mount, ...more] = address.startsWith(`${ownRegisters}/`)
    ? address.slice(ownRegisters.length + 1).split('/')
    : [];
  if (name !== undefined && mount !== undefined && more.length === 0)
    return parseRegisterId(`${name}~${mount}`);
  const remote = parseRegisterId(address);
  return remote?.kind === 'remote' ? remote : undefined;
}

const factsClass = `facts ${styles.facts}`;

const ONLY_STATED: NamedCheck = {
  id: 'root',
  why: 'others',
  state: 'not-checked',
  title: 'The root hash is only stated by this file',
  detail: 'Compare it with one that you trust: one that you or somebody else saw.',
};

/**
 * proofVerdict combines the checks of a proof. At best a file is consistent with its own root hash, which is
 * not green: only a root hash that the register showed this browser makes it so.
 */
export function proofVerdict(
  outcome: CheckState,
  checks: readonly NamedCheck[],
  root: NamedCheck,
): CheckText {
  const state = outcome === 'not-checked' ? root.state : outcome;
  if (state === 'holds')
    return {
      state,
      title: 'Consistent with the root hash that the register showed this browser',
      detail: `${root.title}.`,
    };
  if (state === 'not-checked' || state === 'checking')
    return {
      state,
      title: 'Consistent with the root hash in this file',
      detail: 'Compare that root hash with one you trust.',
    };
  const cause = [...checks, root].find((check) => check.state === state)?.title ?? '';
  return {
    state,
    title: state === 'does-not-match' ? 'Does not match' : 'Could not check',
    detail: `${cause}.`,
  };
}

/**
 * CompareRoot compares a file's root hash with one from elsewhere, or links to a
 * comparison with the register.
 */
function CompareRoot({ root, register }: { root: Checkpoint; register: RegisterId | undefined }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const other = parseHash(text, 'item') ?? parseHash(text, 'blob') ?? parseHash(text.toLowerCase(), 'bare');
  const isSame = root.rootHash === other;
  return (
    <Card title="Compare the root hash" note={`of ${countOf(root.logSize, 'entry')}`}>
      <label className="quiet" htmlFor={id}>
        Root hash from elsewhere
      </label>
      <input
        id={id}
        className={styles.input}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        placeholder="64 hexadecimal digits"
      />
      <div className={`group quiet ${styles.compared}`}>
        {text !== '' && other === undefined && (
          <p data-announce="">Not a root hash: it has 64 hexadecimal digits.</p>
        )}
        {other !== undefined && (
          <>
            <p className="bar" data-announce="">
              <CheckBadge state={isSame ? 'holds' : 'does-not-match'} />
              The two root hashes are {isSame ? 'equal' : 'different'}.
            </p>
            {!isSame && <TwoHashes names={['in the file', 'elsewhere']} hashes={[root.rootHash, other]} />}
          </>
        )}
      </div>
      {register !== undefined && (
        <p>
          <Link to={comparePath(register, root)}>Compare with the register now</Link>
        </p>
      )}
    </Card>
  );
}

/**
 * rememberedCheck compares the head that a file states with the remembered one if that needs no proof;
 * undefined if it does. A root hash imported from a file never makes another hold: the maker of two
 * files can make them agree.
 */
export function rememberedCheck(
  stated: Checkpoint,
  remembered:
    | (Pick<RememberedRoot, 'logSize' | 'rootHash' | 'lastSeenMs' | 'importedAtMs'> &
        Partial<Pick<RememberedRoot, 'givenUp'>>)
    | null
    | undefined,
): NamedCheck | undefined {
  if (!remembered) return undefined;
  const { logSize, rootHash, lastSeenMs, importedAtMs, givenUp = [] } = remembered;
  const check = (state: NamedCheck['state'], title: string, detail: NamedCheck['detail']): NamedCheck => ({
    id: 'root',
    why: 'memory',
    state,
    title,
    detail,
  });
  const log = countOf(logSize, 'entry');
  const isSameSize = logSize === stated.logSize;
  const from =
    importedAtMs === undefined
      ? `The register showed it to this browser on ${formatDay(lastSeenMs)}.`
      : `It was imported from a file on ${formatDay(importedAtMs)}: the register has not shown it to this browser.`;
  if (isSameSize && rootHash === stated.rootHash)
    return importedAtMs === undefined
      ? check('holds', 'This browser remembers the same root hash', `For ${log}. ${from}`)
      : check('not-checked', 'The same root hash was imported from a file', `For ${log}. ${from}`);
  const old = givenUp.findLast(
    (head) => head.logSize === stated.logSize && head.rootHash === stated.rootHash,
  );
  if (old !== undefined)
    return check(
      'not-checked',
      'You replaced this root hash with another one',
      `This browser remembered it until ${formatDay(old.seenAtMs)}. If the register showed it to the other person too, it had a log that it no longer shows: ask when they saw it, and keep the report of the alarm.`,
    );
  if (!isSameSize && rootHash !== stated.rootHash) return undefined;
  return check(
    'does-not-match',
    isSameSize
      ? 'The root hash is not the one this browser remembers'
      : 'This browser remembers this root hash for another log size',
    <>
      A log has one root hash at each size. Remembered for {log}:{' '}
      <HashText hash={rootHash} compareWith={stated.rootHash} />. In the file for{' '}
      {countOf(stated.logSize, 'entry')}: <HashText hash={stated.rootHash} compareWith={rootHash} />. {from}
    </>,
  );
}
