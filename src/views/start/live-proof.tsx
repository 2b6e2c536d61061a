import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Item } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { keyCheckQuery, recordDataCheckQuery } from '../../query/data-queries.ts';
import { inclusionCheck } from '../../query/inclusion-queries.ts';
import { entryQuery, recordQuery } from '../../query/record-queries.ts';
import { type RegisterSession, SessionContext, useSession, checkOf, NO_ENTRY } from '../../query/session.ts';
import { useEntryProof } from '../../query/use-entry-check.ts';
import { useSite } from '../../query/site-context.ts';
import { useVerdict } from '../../query/use-page-checks.ts';
import { CheckBadge, type CheckState, stateInWords } from '../../ui/check-badge.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Literal } from '../../ui/literal.tsx';
import styles from './start.module.css';

/** SHOWN is the record that the mock's `altered-item` alters, and the values shown. */
const SHOWN = { key: 'ZW', attributes: ['name', 'citizen-names', 'start-date'] };

/**
 * LiveProof verifies a record of the bundled countries, and next to it the same record from a
 * server that changes a word.
 */
export function LiveProof() {
  const { sessionOf } = useSite();
  const [honest, altered] = useMemo(
    () => [sessionOf('country', 'v2'), sessionOf('unfaithful', 'v2+altered-item')] as const,
    [sessionOf],
  );
  return (
    <div className="halves">
      <SessionContext value={honest}>
        <CheckedRecord title="A record, checked just now" />
      </SessionContext>
      <SessionContext value={altered}>
        <CheckedRecord title="The same record, with one word changed" original={honest} />
      </SessionContext>
    </div>
  );
}

/**
 * CheckedRecord is the record next to the path to its root; values that differ from the `original` are
 * marked. Its space is reserved.
 */
function CheckedRecord({ title, original }: { title: string; original?: RegisterSession }) {
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
  const { data: like } = useQuery({ ...recordQuery(original ?? session, SHOWN.key), enabled: !!original });
  const failed = record.error ?? entryless ?? data.error ?? unproved;
  const stateOf = (verdict: Verdict | undefined): CheckState =>
    verdict?.outcome ?? (failed === null ? 'checking' : 'cannot-check');
  const hasKey = stateOf(useVerdict(entry && checkOf(keyed)));
  const matches = stateOf(useVerdict(data.data && checkOf(hashing)));
  const included = stateOf(useVerdict(entry && head && inclusionCheck(entry, head)));
  const whole = [hasKey, matches, included].find((state) => state !== 'holds') ?? 'holds';
  const item = data.data?.items[0];
  const steps = proof?.steps ?? [];
  // Nothing joins after a break: the log has other data than shown.
  const joins = matches === 'does-not-match' ? undefined : included;
  return (
    <section className={styles.proof} data-state={whole} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.verdict} role="status">
        <CheckBadge state={whole} label="" size={28} />
        {stateInWords(whole)}
      </p>
      <div className={styles.way}>
        <dl>
          {SHOWN.attributes.map((attribute) => {
            const text = textOf(item?.item, attribute);
            const isChanged = item && like && text !== textOf(like.items[0], attribute);
            return (
              <div key={attribute}>
                <dt>{attribute}</dt>
                <dd data-changed={isChanged || undefined}>
                  <Literal text={text} />
                </dd>
              </div>
            );
          })}
        </dl>
        {/* The chain climbs from the data to the root; the state of a link says whether it
            joins the one below. */}
        <ol className={styles.chain}>
          <li>
            <span className={styles.term}>Hash of the data, computed here</span>
            {item?.computed && <HashText hash={item.computed} compareWith={item.expected} />}
          </li>
          <li data-state={matches}>
            <span className={styles.term}>
              {entry ? `Hash in entry ${formatNumber(entry.entryNumber)}` : 'Hash in the log'}
              <CheckBadge state={matches} />
            </span>
            {item && <HashText hash={item.expected} digits="long" />}
          </li>
          <li data-state={joins}>
            <span className={styles.term}>
              {head ? `Root hash of ${countOf(head.logSize, 'entry')}` : 'Root hash'}
              {joins && <CheckBadge state={joins} />}
            </span>
            {head && <HashText hash={head.rootHash} digits="long" />}
            <span className={styles.path}>
              {steps.map((step) => (
                <i key={step.level} title={step[step.side]} />
              ))}
              {steps.length > 0 && `${countOf(steps.length, 'hash', 'hashes')} from the server`}
            </span>
          </li>
        </ol>
      </div>
    </section>
  );
}

function textOf(item: Item | undefined, attribute: string): string {
  return [item?.get(attribute) ?? ''].flat().join(', ');
}
