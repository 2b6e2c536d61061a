import { useHead, useSummary } from '../../query/register-queries.ts';
import { Card } from '../../ui/card.tsx';
import { CopyLink } from '../../ui/copy-link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { CompareNav, NewestVerdict } from '../shared/compare-page.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import { useState } from 'react';
import { isRsfAddress, normaliseBase, webAddress } from '../../api/base-address.ts';
import type { Variant } from '../../core/model.ts';
import type { MirrorProgress } from '../../query/mirror-queries.ts';
import { type MirrorRun, useMirrors } from '../../query/use-mirrors.ts';
import { useSession } from '../../query/session.ts';
import { useSite } from '../../query/site-context.ts';
import { TextForm } from '../../ui/text-form.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckBadge, stateInWords } from '../../ui/check-badge.tsx';
import { DropFile } from '../../ui/drop-file.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link, pathsIn, usePaths } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { formatRegisterId, parseRegisterId, registerOfFile, withMount } from '../../ui/paths.ts';
import { Instant } from '../../ui/time.tsx';
import type { Mirror } from '../../trust/reader-lists.ts';
import { mirrorSentence, mirrorState } from './mirror-text.ts';

/** CompareView compares this log with other places that keep it, and says how to compare it with another reader. */
export function CompareView() {
  const head = useHead();
  return (
    <>
      <PageHead
        title="Compare with others"
        note="A register could show each reader a different log. Compare it with another place that keeps it, or with what another reader is shown."
        actions={<CompareNav here="compare" />}
      />
      <div className="stack">
        <NewestVerdict />
        <QueryFailure query={head} />
        <Mirrors />
        <Card title="Another reader" note="who can open this site and this register">
          <p className="measure">
            Once a page is verified, its link says which log you saw. Send it by email or chat: opened, it
            compares that log with the one they are shown.
          </p>
          <div className="row">
            <CopyLink what="this page" logSize={head.data?.logSize} kind="plain" />
          </div>
        </Card>
      </div>
    </>
  );
}

/**
 * Mirrors are other copies of this register: it is compared with each on request, and the results are stored.
 */
function Mirrors() {
  const { mirrors, error, runs, problem, compare, remove } = useMirrors();
  const unsaved = [...runs.keys()].filter((id) => !mirrors.some((mirror) => mirror.id === id));
  const rows: readonly Mirror[] = [...mirrors, ...unsaved.map((id) => ({ id }))];
  return (
    <Card title="Mirrors" note="other places that keep this register">
      <p className="quiet measure">
        This page proves that the shorter log is the beginning of the longer, or finds the first entry that
        differs.
      </p>
      {rows.length > 0 && (
        <ul className="rows">
          {rows.map((mirror) => (
            <MirrorRow
              key={mirror.id}
              mirror={mirror}
              run={runs.get(mirror.id)}
              onCompare={() => void compare(mirror.id)}
              onRemove={() => remove(mirror.id)}
            />
          ))}
        </ul>
      )}
      <AddMirror onAdd={(id) => void compare(id)} />
      <p className="problem" data-announce="">
        {error === null ? problem : 'The list of mirrors could not be read from this browser.'}
      </p>
      <p className="quiet measure">
        <strong>What this does not prove:</strong> that the data is true; that the mirror sends the data that
        its entries name, where root hashes were compared; that the two places are independent; or, where they
        differ, which of the two is right.
      </p>
    </Card>
  );
}

/** progressWords describes the progress of a comparison. */
function progressWords(progress: MirrorProgress): string {
  if ('done' in progress)
    return `Reading ${progress.step}: ${formatNumber(progress.done)} of ${formatNumber(progress.of)} …`;
  return progress.step === 'roots'
    ? 'Comparing both root hashes …'
    : 'They differ. Looking for the first entry that does …';
}

/** MirrorRow shows one mirror with its result. */
function MirrorRow({
  mirror: { id, result },
  run,
  onCompare,
  onRemove,
}: {
  mirror: Mirror;
  run: MirrorRun | undefined;
  onCompare: () => void;
  onRemove: () => void;
}) {
  const { data: head } = useHead();
  const { entry } = usePaths();
  const register = parseRegisterId(id);
  const there = register && pathsIn(register);
  const state = run ? 'checking' : mirrorState(result, head);
  const isBad = state === 'does-not-match';
  const [hasRun, setRun] = useState(false);
  if (run !== undefined && !hasRun) setRun(true);
  const words = result === undefined ? 'Not checked yet.' : mirrorSentence(result, head);
  return (
    <li className="marked" data-check="others" data-outcome={state}>
      <CheckBadge state={state} label={stateInWords(state)} />
      <div className="group wrap">
        <h3>
          <Literal text={id} most={300} />
        </h3>
        <p data-announce={hasRun && !run ? '' : undefined}>
          {run ? progressWords(run.progress) : words}
          {isBad && there && result?.first !== undefined && (
            <>
              {' '}
              Entry {formatNumber(result.first)}: <Link to={entry(result.first)}>here</Link>,{' '}
              <Link present to={there.entry(result.first)}>
                in the mirror
              </Link>
              .
            </>
          )}
          {!run && result && (
            <span className="quiet measure">
              {' '}
              <Instant at={result.comparedAtMs} />
            </span>
          )}
        </p>
        <div className="bar">
          <Button onClick={run ? () => run.end.abort() : onCompare}>
            {run ? 'Cancel' : 'Compare again'}
            <span className="visually-hidden"> {id}</span>
          </Button>
          <Button kind="quiet" onClick={onRemove}>
            Remove<span className="visually-hidden"> {id}</span>
          </Button>
          {there && (
            <Link present to={there.view('overview')}>
              Open the mirror
            </Link>
          )}
        </div>
      </div>
    </li>
  );
}

/** AddMirror takes the address of another server of the register or of an RSF file, or a file itself. */
function AddMirror({ onAdd }: { onAdd: (id: string) => void }) {
  const site = useSite();
  const session = useSession();
  const { data: summary } = useSummary();
  const [refusal, setRefusal] = useState<string>();
  const variant = summary?.variant ?? 'item';
  const take = (read: ReturnType<typeof readMirror>): string | undefined => {
    if ('problem' in read) return read.problem;
    if (site.sessionAt(read.id)?.base === session.base) return 'This is the register itself.';
    onAdd(read.id);
    return undefined;
  };
  return (
    <div className="group">
      <TextForm
        label="Address of a mirror: a register, or an RSF file"
        button="Compare with a mirror"
        kind="strong"
        inputMode="url"
        onText={(text) => take(readMirror(text.trim(), variant))}
      />
      <DropFile
        what="an RSF file of this register"
        label="RSF file of a mirror"
        accept=".rsf,.tsv,.txt,application/uk-gov-rsf"
        note={{ text: refusal ?? 'It stays in your browser.', isProblem: refusal !== undefined }}
        onFiles={async ([file]) => {
          const opened = file && (await site.openFile(file));
          if (opened) setRefusal(take('id' in opened ? readMirror(opened.id, variant) : opened));
        }}
      />
    </div>
  );
}

/**
 * readMirror reads the place of a mirror: the address of a server or of an RSF file, or the name of a
 * register in this site. A file is read in the variant of the register.
 */
function readMirror(text: string, variant: Variant): { readonly id: string } | { readonly problem: string } {
  const named = parseRegisterId(text);
  const address = isRsfAddress(text) ? webAddress(text) : undefined;
  const file = named?.kind === 'file' ? named : address && registerOfFile(address);
  if (file) return { id: formatRegisterId(withMount(file, variant === 'blob' ? 'earlier' : 'v2')) };
  if (named?.kind === 'bundled') return { id: formatRegisterId(named) };
  const read = normaliseBase(text);
  return 'problem' in read ? read : { id: formatRegisterId({ kind: 'remote', base: read.base }) };
}
