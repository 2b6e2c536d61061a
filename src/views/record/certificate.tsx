import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Attribute, AttributeValue, Item } from '../../core/model.ts';
import { makeCertificate, type Certificate as Made } from '../../query/certificate.ts';
import { useSummary } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { knownSignatures, type Signatures } from '../../query/witness-queries.ts';
import { awaitsWitnesses, useWitnessLine } from '../../query/witness-summary.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { countOf, formatNumber, formatTimestamp } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SITE_ADDRESS } from '../../ui/site-address.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Instant, Time } from '../../ui/time.tsx';
import { isUnset } from '../../ui/values/value.tsx';
import { RootWords } from '../shared/root-words.tsx';
import styles from './certificate.module.css';
import type { ShownVersion } from './use-record.ts';

const CHECK_ADDRESS = `${SITE_ADDRESS}check`;
const IN_PROOF = 'whole in the proof';
const NO_SIGNATURES: Signatures = { signed: undefined, leftOut: [] };

/** Certificate is a verified record on one printed page, with a code that a phone checks without a server. */
export function Certificate({
  version: { proof, data },
  checks,
  back,
}: {
  version: ShownVersion;
  /** The checks of the record, with their verdict. */
  checks: ReactNode;
  /** The address of the record itself. */
  back: string;
}) {
  const session = useSession();
  const queries = useQueryClient();
  const { trust } = session;
  const { data: summary, isPending } = useSummary();
  const state = useSyncExternalStore(trust.subscribe, () => trust.page().state);
  const head = proof?.head ?? proof?.checkpoint;
  const isVerified = state === 'holds' && proof !== undefined && data !== undefined && head !== undefined;
  // Signatures are checked separately: they are ready when the witness summary is.
  useWitnessLine();
  const isAwaiting = awaitsWitnesses(queries, session);
  const { signed, leftOut } =
    (!isAwaiting && head && knownSignatures(queries, session, head)) || NO_SIGNATURES;
  const made = useQuery({
    queryKey: [session.id, 'certificate', JSON.stringify([back, head, signed?.keys.length])],
    queryFn: async () =>
      (proof &&
        data &&
        (await makeCertificate(
          session,
          summary,
          { entry: proof, data, signed },
          CHECK_ADDRESS,
          Date.now(),
        ))) ??
      null,
    enabled: isVerified && !isPending && !isAwaiting,
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  });
  const certificate = isVerified ? made.data : undefined;
  const isMaking = state === 'checking' || state === undefined || (isVerified && made.isPending);
  // The checks stay mounted: they declare the page's checks.
  return (
    <article className={styles.sheet}>
      <PageHead
        title={
          certificate ? (
            <>
              Certificate of record <Literal text={certificate.checked.file.entry.key} most={100} />
            </>
          ) : isMaking ? (
            'Certificate'
          ) : (
            'No certificate'
          )
        }
        note={certificate ? <Subject made={certificate} /> : 'Only a verified record gets a certificate.'}
        actions={
          <>
            {certificate && (
              <Button kind="strong" onClick={() => window.print()}>
                Print
              </Button>
            )}
            <Link className={buttonClass()} to={back}>
              View the record
            </Link>
          </>
        }
      />
      {checks}
      {certificate ? (
        <Sheet made={certificate} leftOut={leftOut} schema={summary?.schema ?? []} back={back} />
      ) : isMaking ? (
        <Skeleton lines={8} label="Checking the record" />
      ) : (
        <p className={styles.refused}>
          {isVerified
            ? 'The record is verified, and too large for a certificate. Save its proof instead.'
            : 'The checks above say why. Try again when all of them have passed.'}
        </p>
      )}
    </article>
  );
}

/** Subject says of which entry of which register a certificate is, and when it was made. */
function Subject({ made: { checked, madeAtMs } }: { made: Made }) {
  const { register, entry, checkpoint, growth } = checked.file;
  return (
    <>
      Of the register <Literal text={register.title} most={200} /> at{' '}
      <Literal text={register.address} most={200} />
      {growth && `, as it was when its log had ${countOf(checkpoint.logSize, 'entry')}`}. Entry{' '}
      {formatNumber(entry.entryNumber)} of <Time at={entry.timestamp} />. Verified in a browser on{' '}
      <Instant at={madeAtMs} />.
    </>
  );
}

/** ROOM is the most characters of data on a page, LINE of a line, and LONGEST of a value. */
const [ROOM, LINE, LONGEST] = [400, 25, 160];

/**
 * shortened returns the part of an item that fits a page; `left` is how many attributes it
 * omits. A cut value is marked.
 */
function shortened(whole: Item, of: number) {
  let room = ROOM / of;
  const item = new Map<string, AttributeValue>();
  const set = [...whole].filter(([, value]) => !isUnset(value));
  for (const [name, value] of set) {
    if (room <= 0) break;
    const members = [value ?? ''].flat();
    const text = members.join('; ');
    const size = Math.max(text.length, LINE * members.length);
    const start = text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '');
    item.set(name, size > LONGEST ? `${start} … (${IN_PROOF})` : value);
    room -= Math.min(size, LONGEST);
  }
  return { item, left: set.length - item.size };
}

function Sheet({
  made: { checked, rootHash, link, fits, isSigned },
  leftOut,
  schema,
  back,
}: {
  made: Made;
  leftOut: Signatures['leftOut'];
  schema: readonly Attribute[];
  back: string;
}) {
  const { file, result } = checked;
  const { register, checkpoint, growth } = file;
  const inCode = result.signatures?.by ?? [];
  // Such an address works only on this computer.
  const isHere = /^(?:localhost|.*\.localhost|127\..*|\[::1\]|.*\.invalid)$/.test(new URL(link).hostname);
  return (
    <div className={styles.columns}>
      <div className={`stack ${styles.column}`}>
        <section className={styles.part} aria-label="Data">
          {result.data.items
            .map(({ item }) => shortened(item, result.data.items.length))
            .map(({ item, left }, index) => (
              <Fragment key={index}>
                <DataTable item={item} schema={schema.filter(({ id }) => item.has(id))} />
                {left > 0 && (
                  <p>
                    {countOf(left, 'more attribute')}: {IN_PROOF}.
                  </p>
                )}
              </Fragment>
            ))}
        </section>
        <section className={styles.part} aria-label="Root hash">
          {growth && (
            <>
              <Root size={checkpoint.logSize} hash={checkpoint.rootHash} />
              <p>
                Computed here from the entry and its proof. A consistency proof shows that this log is the
                beginning of the one below.
              </p>
            </>
          )}
          <Root size={(growth?.head ?? checkpoint).logSize} hash={rootHash} />
          <RootWords hash={rootHash} />
        </section>
        <section className={styles.part} aria-label="Witnesses">
          <h2>Witnesses</h2>
          {inCode.length + leftOut.length === 0 && <p>No witness of this browser signed this root hash.</p>}
          <ul>
            {[...inCode, ...leftOut].map(({ name, atMs }, index) => (
              <li key={index}>
                <Literal text={name} most={100} /> signed it
                {atMs !== undefined && ` on ${formatTimestamp(atMs)}`}
                {!(isSigned && index < inCode.length) && '; the signature is not in the code'}
              </li>
            ))}
          </ul>
        </section>
        <p className="quiet">
          <strong>What this does not prove:</strong> that the data is true; that this is still the newest
          entry; whose root hash this is: compare it with one that you trust.
        </p>
      </div>
      <div className={`stack ${styles.column}`}>
        <ProofFigure
          check={{ ...result.entry, ...(growth && { head: growth.head }) }}
          data={result.data}
          spelling={register.variant}
          isWhole
        />
        <section className={styles.part} aria-label="Check this certificate">
          <h2>Check this certificate</h2>
          <div className={styles.code}>
            {fits && !isHere && <QrCode text={link} label="QR code of the proof" />}
            <p>
              {isHere ? (
                'This paper has no code to scan, because this site is open on this computer alone.'
              ) : fits ? (
                'Scan the code: a phone checks the proof without asking the register, and shows the root hash in words. Compare them with those on this page.'
              ) : (
                <>
                  This paper has no code to scan, because the proof is too long for one. Check the record at{' '}
                  <span className="code wrap">{`${SITE_ADDRESS}${back.slice(1)}`}</span>
                </>
              )}{' '}
              <a className="unprinted" href={link}>
                Check the proof
              </a>
            </p>
          </div>
        </section>
      </div>
    </div>
  );
}

function Root({ size, hash }: { size: number; hash: Hash }) {
  return (
    <>
      <h2>Root hash of {countOf(size, 'entry')}</h2>
      <p className="code wrap">{hash.match(/.{8}/g)?.join(' ')}</p>
    </>
  );
}
