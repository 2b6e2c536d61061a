import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Item } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { keyCheckQuery, recordDataCheckQuery } from '../../query/data-queries.ts';
import { inclusionCheck } from '../../query/inclusion-queries.ts';
import { entryQuery, recordQuery } from '../../query/record-queries.ts';
import { SessionContext, useSession, checkOf, NO_ENTRY } from '../../query/session.ts';
import { useTampered } from '../../query/tamper-query.ts';
import { useEntryProof } from '../../query/use-entry-check.ts';
import { useSite } from '../../query/site-context.ts';
import { useVerdict } from '../../query/use-page-checks.ts';
import { CheckBadge, type CheckState, stateInWords } from '../../ui/check-badge.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash.tsx';
import { Literal } from '../../ui/literal.tsx';
import type { EntryCheck, ItemCheck } from '../../verify/protocol.ts';
import styles from './start.module.css';

/** SHOWN is the record, the values shown, and the copy of one that is changed before anybody types. */
const SHOWN = {
  key: 'ZW',
  attributes: ['name', 'official-name', 'start-date'],
  changed: new Map([['name', 'Zimbabwa']]) as Item,
} as const;

/** LiveProof verifies a record of the bundled countries, and next to it a copy that the reader changes. */
export function LiveProof() {
  const { sessionAt } = useSite();
  return (
    <SessionContext value={useMemo(() => sessionAt('country'), [sessionAt])}>
      <Pair />
    </SessionContext>
  );
}

function Pair() {
  const { state, data, proof } = usePublished();
  const item = data?.item;
  const [changes, setChanges] = useState<Item>(SHOWN.changed);
  const copy = useMemo(() => new Map([...(item ?? []), ...changes]), [item, changes]);
  // Nothing is compared with a record that is not verified itself.
  const original = state === 'holds' ? proof : undefined;
  const { drawn, verdict } = useTampered(copy, original);
  const waiting: CheckState = original || state === 'checking' ? 'checking' : 'not-checked';
  return (
    <div className="halves">
      <Checked title="As published" state={state} data={data} proof={proof}>
        {(attribute) => <Literal text={textOf(item, attribute)} />}
      </Checked>
      <Checked
        title="Your copy: change a letter"
        state={verdict?.outcome ?? waiting}
        data={drawn?.data.items[0]}
        proof={drawn?.check}
        published={original && data?.expected}
        said={changes === SHOWN.changed ? undefined : 'Your copy'}
      >
        {(attribute) => (
          <input
            aria-label={attribute}
            value={changes.has(attribute) ? textOf(changes, attribute) : textOf(item, attribute)}
            disabled={!original}
            title={original ? undefined : 'The record is not verified yet'}
            data-changed={(item && textOf(copy, attribute) !== textOf(item, attribute)) || undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => setChanges(new Map([...changes, [attribute, target.value]]))}
          />
        )}
      </Checked>
    </div>
  );
}

/** usePublished makes the checks of the record as it is published. `state` is that of all of them. */
function usePublished() {
  const session = useSession();
  const record = useQuery(recordQuery(session, SHOWN.key));
  const number = record.data?.entryNumber ?? 0;
  const { data: entry, error: entryless } = useQuery({ ...entryQuery(session, number), enabled: number > 0 });
  const hashing = recordDataCheckQuery(session, record.data?.items ?? [], entry ?? NO_ENTRY);
  const keyed = keyCheckQuery(session, SHOWN.key, entry ?? NO_ENTRY);
  const enabled = entry !== undefined;
  const data = useQuery({ ...hashing, enabled });
  useQuery({ ...keyed, enabled });
  const { head, proof, error: unproved } = useEntryProof(entry);
  const failed = record.error ?? entryless ?? data.error ?? unproved;
  const stateOf = (verdict: Verdict | undefined): CheckState =>
    verdict?.outcome ?? (failed === null ? 'checking' : 'cannot-check');
  const states = [
    stateOf(useVerdict(entry && checkOf(keyed))),
    stateOf(useVerdict(data.data && checkOf(hashing))),
    stateOf(useVerdict(entry && head && inclusionCheck(entry, head))),
  ];
  const state: CheckState = states.find((one) => one !== 'holds') ?? 'holds';
  return { state, data: data.data?.items[0], proof };
}

/**
 * Checked is data beside the path from its hash to the root, which climbs from the bottom. `published` is the
 * hash in the log, for a copy. Its space is reserved.
 */
function Checked({
  title,
  state,
  data,
  proof,
  published,
  said,
  children,
}: {
  title: string;
  state: CheckState;
  data: ItemCheck | undefined;
  proof: EntryCheck | undefined;
  published?: ItemCheck['expected'] | undefined;
  /** What its state is announced of. */
  said?: string | undefined;
  children: (attribute: string) => ReactNode;
}) {
  const { steps = [], entry, checkpoint, computedRoot } = proof ?? {};
  const expected = published ?? data?.expected;
  const isBroken = (one?: Hash, other?: Hash) => one !== undefined && other !== undefined && one !== other;
  const partOf = (broken: boolean) => (broken ? 'does-not-match' : state === 'holds' ? state : undefined);
  const climb = partOf(isBroken(computedRoot, checkpoint?.rootHash));
  return (
    <section className={styles.proof} data-tone={state} aria-label={title}>
      <h2>{title}</h2>
      <p
        className={styles.verdict}
        data-announce={said && state !== 'checking' ? `${said}: ${stateInWords(state)}` : undefined}
      >
        <CheckBadge state={state} label="" size={28} />
        {stateInWords(state)}
      </p>
      <div className={styles.way}>
        <dl>
          {SHOWN.attributes.map((attribute) => (
            <div key={attribute}>
              <dt translate="no">{attribute}</dt>
              <dd>{children(attribute)}</dd>
            </div>
          ))}
        </dl>
        <ol className={styles.chain}>
          <li data-state={partOf(isBroken(data?.computed, expected))}>
            <span className="faint">Hash of the data</span>
            {data?.computed && <HashText hash={data.computed} compareWith={expected} />}
          </li>
          <li data-state={climb}>
            <span className="faint">{entry ? `Entry ${formatNumber(entry.entryNumber)}` : 'Entry'}</span>
            {proof?.leafHash && <HashText hash={proof.leafHash} digits="long" />}
          </li>
          <li data-state={climb}>
            <span className="faint">
              {steps.length > 0
                ? `Computed with ${countOf(steps.length, 'sent hash', 'sent hashes')}`
                : 'Path'}
            </span>
            {steps.slice(0, -1).map(({ level, result }) => (
              <HashText key={level} hash={result} />
            ))}
          </li>
          <li data-state={climb}>
            <span className="faint">
              {checkpoint ? `Root hash of ${countOf(checkpoint.logSize, 'entry')}` : 'Root hash'}
            </span>
            {computedRoot && <HashText hash={computedRoot} compareWith={checkpoint?.rootHash} />}
          </li>
        </ol>
      </div>
    </section>
  );
}

function textOf(item: Item | undefined, attribute: string): string {
  return [item?.get(attribute) ?? ''].flat().join(', ');
}
