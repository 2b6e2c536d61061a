import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { makeCertificate, type Certificate as Made } from '../../query/certificate.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { knownSignatures } from '../../query/witness-queries.ts';
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
import { RootWords } from '../shared/root-words.tsx';
import styles from './certificate.module.css';
import type { ShownVersion } from './use-record.ts';

/** Certificate is a record on one printed page, with a code that a phone checks without a server. A record that is not verified gets none. */
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
  const { data: summary, isPending } = useQuery(registerQuery(session));
  const state = useSyncExternalStore(trust.subscribe, () => trust.page().state);
  const head = proof && 'head' in proof ? proof.head : proof?.checkpoint;
  const isVerified = state === 'holds' && proof !== undefined && data !== undefined && head !== undefined;
  const signed = head && knownSignatures(queries, session, head).signed;
  const made = useQuery({
    queryKey: [
      session.id,
      'certificate',
      back,
      head?.logSize ?? 0,
      head?.rootHash ?? '',
      signed?.keys.length ?? 0,
    ],
    queryFn: () =>
      (proof &&
        data &&
        makeCertificate(session, summary, { entry: proof, data, signed }, CHECK_ADDRESS, Date.now())) ??
      null,
    enabled: isVerified && !isPending,
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  });
  const certificate = isVerified ? made.data : undefined;
  const isPendingStill = state === 'checking' || state === undefined || (isVerified && made.isPending);
  // The checks keep their place: they declare what the page rests on.
  return (
    <article className={styles.sheet}>
      <Head certificate={certificate} isPending={isPendingStill} back={back} />
      {checks}
      {certificate ? (
        <Sheet made={certificate} schema={summary?.schema ?? []} />
      ) : isPendingStill ? (
        <Skeleton lines={8} label="Checking the record" />
      ) : (
        <p className={styles.refused}>The checks above say why. Try again when all of them have passed.</p>
      )}
    </article>
  );
}

function Head({
  certificate,
  isPending,
  back,
}: {
  certificate: Made | null | undefined;
  isPending: boolean;
  back: string;
}) {
  const toRecord = (
    <Link className={buttonClass()} to={back}>
      View the record
    </Link>
  );
  if (!certificate)
    return (
      <PageHead
        title={isPending ? 'Certificate' : 'No certificate'}
        note="A certificate is made only of a record that is verified."
        actions={toRecord}
      />
    );
  const { register, entry } = certificate.checked.file;
  return (
    <PageHead
      crumbs={
        <>
          <Literal text={register.title} most={200} />
          <span className="printed">{register.address}</span>
        </>
      }
      title={
        <>
          Certificate of record <Literal text={entry.key} most={100} />
        </>
      }
      note={
        <>
          Entry {formatNumber(entry.entryNumber)} of <Time at={entry.timestamp} />. Verified in a browser on{' '}
          <Instant at={certificate.madeAtMs} />.
        </>
      }
      actions={
        <>
          <Button kind="strong" onClick={() => window.print()}>
            Print
          </Button>
          {toRecord}
        </>
      }
    />
  );
}

const CHECK_ADDRESS = `${SITE_ADDRESS}check`;

/** isHere is whether an address leads nowhere but to this computer. */
function isHere(address: string): boolean {
  return /^(?:localhost|.*\.localhost|127\..*|\[::1\]|.*\.invalid)$/.test(new URL(address).hostname);
}

function Sheet({
  made: { checked, rootHash, link, fits },
  schema,
}: {
  made: Made;
  schema: Parameters<typeof DataTable>[0]['schema'];
}) {
  const { file, result, items } = checked;
  const { register, checkpoint, growth } = file;
  const log = growth?.head ?? checkpoint;
  const by = result.signatures?.by ?? [];
  const canScan = fits && !isHere(link);
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <section className={styles.part} aria-label="Data">
          {items.map((item, index) => (
            <DataTable key={index} item={item} schema={schema} />
          ))}
        </section>
        <section className={styles.part} aria-label="Root hash">
          <h2>Root hash of {countOf(log.logSize, 'entry')}</h2>
          <p className={styles.digits}>{rootHash.match(/.{8}/g)?.join(' ')}</p>
          <RootWords hash={rootHash} />
        </section>
        <section className={styles.part} aria-label="Witnesses">
          <h2>Witnesses</h2>
          {by.length === 0 && <p>No witness of this browser signed this root hash.</p>}
          <ul>
            {by.map(({ name, vkey, atMs }) => (
              <li key={vkey}>
                <Literal text={name} most={100} />
                {atMs !== undefined && ` signed it on ${formatTimestamp(new Date(atMs).toISOString())}`}
              </li>
            ))}
          </ul>
        </section>
        <p className={styles.limits}>
          <strong>What this does not prove:</strong> that the data is true; that this is still the newest
          entry; whose root hash this is: compare it with one that you trust.
        </p>
      </div>
      <div className={styles.column}>
        <ProofFigure check={result.entry} data={result.data} spelling={register.variant} isWhole />
        <section className={styles.part} aria-label="Check this certificate">
          <h2>Check this certificate</h2>
          <div className={styles.code}>
            {canScan && <QrCode text={link} label="QR code of the proof" ecc="L" />}
            <p>
              {canScan
                ? 'Scan the code: a phone checks the proof without asking the register, and shows the root hash in words. Compare them with those on this page.'
                : fits
                  ? 'There is no code to scan, because this site is open on this computer alone. Open the link here:'
                  : 'There is no code to scan, because the proof is too long for one. Open the link instead:'}{' '}
              <a className={styles.link} href={link}>
                Check the proof
              </a>
            </p>
          </div>
        </section>
      </div>
    </div>
  );
}
