import { useQuery } from '@tanstack/react-query';
import { formatHash } from '../../core/hash.ts';
import type { CheckedFile } from '../../query/check-file.ts';
import { rememberedQuery } from '../../query/remembered-query.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { formatNumber } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-hash.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { formatRegisterId, pathTo } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import styles from './check.module.css';
import { CompareRoot } from './compare-root.tsx';
import { AddressText, Fact } from './fact.tsx';
import { FileVerdict } from './file-verdict.tsx';
import { registerAtOrigin } from './register-of.ts';
import { rootCheck } from './root-check.tsx';
import { tlogChecks } from './tlog-words.ts';

type Checked = Extract<CheckedFile, { kind: 'tlog-proof' }>;

const ONLY_ITS_WORD =
  'A text cannot show that its root is the root of the register: compare it with a root from elsewhere, such as one that you or another person saw or remembered.';

/** TlogResult is what a C2SP tlog-proof shows, computed from its text alone, and what it does not hold. */
export function TlogResult({ name, checked }: { name: string; checked: Checked }) {
  const { proof, recheck } = checked;
  const found = registerAtOrigin(proof.origin, REGISTERS_ADDRESS);
  const place = found === undefined ? '' : formatRegisterId(found.register);
  const { data: remembered } = useQuery(rememberedQuery(place, found?.address ?? ''));
  const { checkpoint, entryNumber } = proof;
  const checks = tlogChecks(proof, recheck);
  const root = rootCheck(checkpoint, found === undefined ? null : remembered, ONLY_ITS_WORD);
  return (
    <>
      <Card title={`Entry ${formatNumber(entryNumber)} in this tlog-proof`} note={`from ${name}`}>
        <FileVerdict outcome={recheck.outcome} checks={checks} root={root} />
        <CheckList checks={[...checks, root]} />
        <Facts checked={checked} />
        {found !== undefined && (
          <div className={styles['actions']}>
            <Link
              className={buttonClass()}
              to={pathTo({ view: 'entry', register: found.register, entryNumber: String(entryNumber) })}
            >
              Open this entry in the register
            </Link>
          </div>
        )}
      </Card>
      <CompareRoot root={checkpoint.rootHash} logSize={checkpoint.logSize} register={found?.register} />
      {recheck.entry !== undefined && (
        <ProofFigure check={recheck.entry} rootHolds="is the root in the text" spelling="item" />
      )}
    </>
  );
}

function Facts({ checked: { proof, recheck } }: { checked: Checked }) {
  const { checkpoint, origin } = proof;
  const entry = recheck.entry?.entry;
  return (
    <dl className={styles['facts']}>
      {entry !== undefined && (
        <>
          <Fact term="key">
            <span className="mono">
              <Literal text={entry.key} />
            </span>
          </Fact>
          <Fact term="timestamp">
            <Literal text={entry.timestamp} />
          </Fact>
          {entry.itemHashes.map((hash) => (
            <Fact key={hash} term="names item">
              <span className={styles['address']}>{formatHash(hash, 'item')}</span>
            </Fact>
          ))}
        </>
      )}
      <Fact term="log size">{formatNumber(checkpoint.logSize)}, as the text states it</Fact>
      <Fact term="root">
        <span className={styles['hash']}>
          <CopyHash hash={checkpoint.rootHash} digits="long" what="root" />
        </span>
      </Fact>
      <Fact term="origin, its word">
        <AddressText text={origin} />
      </Fact>
    </dl>
  );
}
