import { useHref, useLocation, useNavigate } from 'react-router';
import { TextForm } from '../../ui/text-form.tsx';
import { Card } from '../../ui/card.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { readSentRoot } from '../../ui/sent-head.ts';
import { Mirrors } from './mirrors.tsx';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useId } from 'react';
import { memoryQuery, useMemory } from '../../query/memory-queries.ts';
import { useHead } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { sentenceOf } from '../../ui/check-text.ts';
import { countOf } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import type { Check } from '../../core/check-result.ts';
import { compareQuery, type Comparison } from '../../query/compare-query.ts';
import { failed } from '../../query/report-check.ts';
import { useFinding } from '../../query/use-page-checks.ts';
import type { DeclaredCheck } from '../../trust/page-checks.ts';
import { Fact, Head } from '../../ui/facts.tsx';
import { CheckList, type NamedCheck } from '../../ui/check-list.tsx';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { CompareNav } from '../shared/compare-nav.tsx';
import { comparisonText } from '../shared/comparison-text.ts';
import { NewestVerdict } from '../shared/newest-verdict.tsx';
import { rememberedCheck } from '../shared/remembered-check.tsx';
import styles from './compare.module.css';

/**
 * CompareView compares the root that another person was shown, which is in the address, with the one shown
 * here; and gives a link to send back.
 */
export function CompareView() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const theirs = readTheirs(search);
  const take = (text: string): string | undefined => {
    const sent = /\?[^#]*/.exec(text)?.[0].trim() ?? '';
    const read = readTheirs(sent);
    if (read === undefined) return 'This is not a link made by “Compare with others”.';
    if ('problem' in read) return isolated(read.problem);
    void navigate({ search: sent });
    return undefined;
  };
  return (
    <>
      <PageHead
        title="Compare with others"
        note="A register could show each reader a different log. Compare it with another place that keeps it, or with what another reader is shown."
        actions={<CompareNav here="compare" />}
      />
      <div className="stack">
        {theirs === undefined ? (
          <CompareVerdict />
        ) : 'head' in theirs ? (
          <TheirRoot key={search} theirs={theirs.head} />
        ) : (
          <>
            <CompareVerdict others={UNREAD} />
            <Notice title="This link cannot be compared" tone="failed" live>
              <p>
                <Literal text={theirs.problem} /> Ask the other person to send the whole link again.
              </p>
            </Notice>
          </>
        )}
        <Mirrors />
        <SendRoot />
        <Card key={search} title="Their root" note="in the link that somebody else sent you">
          <TextForm label="Their link" button="Compare" placeholder="…/compare?size=…&root=…" onText={take} />
        </Card>
      </div>
    </>
  );
}

const UNREAD: Verdict = { outcome: 'cannot-check', code: 'malformed', reason: 'the link is not complete' };

/**
 * readTheirs reads another person's head out of an address's query, which needs both its size and its root.
 * Undefined if both are absent.
 */
export function readTheirs(
  search: string,
): { readonly head: Checkpoint } | { readonly problem: string } | undefined {
  const sent = readSentRoot(search);
  if (sent === undefined)
    return new URLSearchParams(search).has('size') ? { problem: 'The address has no root.' } : undefined;
  if ('problem' in sent) return sent;
  const { logSize, rootHash } = sent;
  return logSize === undefined ? { problem: 'The address has no size.' } : { head: { logSize, rootHash } };
}

/**
 * SendRoot gives the root shown here to another person. If it contradicts the remembered one, it gives both:
 * the other person's view shows which of them the register shows to others.
 */
function SendRoot() {
  const session = useSession();
  const head = useHead();
  const { data: recalled } = useQuery(memoryQuery(session));
  const { verdict } = useMemory(head.data);
  const isInDoubt = recalled?.kind === 'remembered' && verdict?.outcome === 'does-not-match';
  return (
    <>
      {isInDoubt && (
        <Card
          title="The root this browser remembers"
          note="send this one first: it is what you were shown before"
        >
          <RootToSend head={recalled.root} name="remembered root" />
        </Card>
      )}
      <Card
        title={isInDoubt ? 'The root you are shown now' : 'Your root'}
        note={isInDoubt ? 'it does not match the remembered one' : 'what you are shown now'}
      >
        {head.isPending && <Skeleton lines={6} label="Reading the register proof" />}
        {head.data ? (
          <RootToSend head={head.data} name={isInDoubt ? 'new root' : 'root'} />
        ) : (
          <QueryFailure query={head} />
        )}
        {verdict?.outcome === 'cannot-check' && (
          <p className="quiet measure">
            This root hash could not be compared with the one this browser remembers.{' '}
            {sentenceOf({ verdict })}
          </p>
        )}
      </Card>
    </>
  );
}

function RootToSend({ head: { logSize, rootHash }, name }: { head: Checkpoint; name: string }) {
  const paths = usePaths();
  const id = useId();
  const path = useHref(`${paths.view('compare')}?size=${logSize}&root=${rootHash}`);
  if (logSize === 0) return <p>The log has no entries, so there is no root to send.</p>;
  const link = new URL(path, location.href).href;
  return (
    <div className="group wrap">
      <p>
        <HashText hash={rootHash} digits="full" />
      </p>
      <p className="quiet measure">
        The root of {countOf(logSize, 'entry')}. Send the link by email or chat: opened, it compares this root
        with the one they see. It works where this site and the register, or a copy of the same file, can be
        opened.
      </p>
      <label htmlFor={id} className="quiet">
        The link to compare the {name}
      </label>
      <div className="bar">
        <input id={id} readOnly value={link} onFocus={(event) => event.target.select()} />
        <CopyButton text={link}> Copy link</CopyButton>
      </div>
    </div>
  );
}

/** CompareVerdict is the verdict on the page, with the comparison with another person's root, if any. */
function CompareVerdict({ others, line }: { others?: DeclaredCheck; line?: NamedCheck }) {
  return (
    <NewestVerdict
      more={line ? [line] : []}
      others={others}
      isCompared={others !== undefined || line !== undefined}
    />
  );
}

/** TheirRoot compares the other person's root with the one published now, in one verdict with both roots. */
function TheirRoot({ theirs }: { theirs: Checkpoint }) {
  const session = useSession();
  const query = useQuery(compareQuery(session, theirs));
  const { data: recalled } = useQuery(memoryQuery(session));
  const { data, error } = query;
  // A mismatch depends on another person's statement, and counts only on this page; see compareQuery.
  const check: Check | undefined =
    data?.verdict.outcome === 'holds'
      ? { kind: 'others', subject: `${theirs.logSize} ${theirs.rootHash}`, head: data.own }
      : undefined;
  useFinding(check, data?.verdict);
  // Visible without a proof.
  const known = recalled?.kind === 'remembered' ? rememberedCheck('link', theirs, recalled.root) : undefined;
  const failure = error === null ? undefined : failed(error);
  const compared: NamedCheck = {
    id: 'compare',
    ...comparisonText({ verdict: data?.verdict ?? failure, comparison: data }, theirs),
  };
  const detail = data === undefined ? compared.detail : 'Both root hashes are shown below.';
  const line = { ...compared, kind: 'others', detail } as const;
  return (
    <>
      <CompareVerdict others={check ?? data?.verdict ?? failure} line={line} />
      <Card title="Their root and yours" note={`theirs is of ${countOf(theirs.logSize, 'entry')}`}>
        <div className={styles.compared}>
          <CheckList why="others" checks={known === undefined ? [compared] : [known, compared]} />
          {data === undefined ? <QueryFailure query={query} /> : <Roots theirs={theirs} comparison={data} />}
        </div>
        <p className="quiet measure">
          <strong>What this does not prove:</strong> that what is registered is true; what others are shown;
          if the roots differ, which of the two is right. Only the sender of the link says that they were
          shown this root hash.
        </p>
      </Card>
    </>
  );
}

/**
 * Roots shows both roots, each marked where it differs: from the other one of its size, or from the
 * one that the proof gives.
 */
function Roots({ theirs, comparison }: { theirs: Checkpoint; comparison: Comparison }) {
  const { own, from, verdict, computedOldRoot, computedNewRoot } = comparison;
  const isSameSize = theirs.logSize === own.logSize;
  const isByProof = verdict.outcome === 'does-not-match' && !isSameSize;
  const sides = [
    { name: 'their root', head: theirs, other: own },
    { name: 'root shown now', head: own, other: theirs },
  ];
  const [oldName = '', newName = ''] = sides
    .toSorted((one, other) => one.head.logSize - other.head.logSize)
    .map(({ name }) => name);
  return (
    <>
      <dl className={`facts ${styles.roots}`}>
        {sides.map(({ name, head, other }) => {
          const ofProof = head.logSize === from.logSize ? computedOldRoot : computedNewRoot;
          const computed = isByProof ? ofProof : undefined;
          return (
            <Fragment key={name}>
              <Fact term={name}>
                <Head of={head} name={name} against={isSameSize ? other.rootHash : computed} />
              </Fact>
              {computed !== undefined && computed !== head.rootHash && (
                <Fact term="computed from the proof">
                  <Head of={{ ...head, rootHash: computed }} name="computed root" against={head.rootHash} />
                </Fact>
              )}
            </Fragment>
          );
        })}
      </dl>
      {comparison.newSteps.length > 0 && (
        <div className={styles.figure}>
          <ConsistencyFigure check={comparison} oldName={oldName} newName={newName} />
        </div>
      )}
    </>
  );
}
