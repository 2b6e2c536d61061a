import { useQuery } from '@tanstack/react-query';
import type { CheckedFile } from '../../query/check-file.ts';
import { rememberedQuery } from '../../query/remembered-query.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-hash.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import { saveText } from '../../ui/save-text.ts';
import { Time } from '../../ui/time.tsx';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { stateInWords } from '../../ui/check-badge.tsx';
import styles from './check.module.css';
import { CompareRoot } from './compare-root.tsx';
import { AddressText, Fact } from './fact.tsx';
import { FileVerdict } from './file-verdict.tsx';
import { registerOf } from './register-of.ts';
import { rootCheck } from './root-check.tsx';
import { bundleChecks } from './words.ts';

/** BundleResult is what a proof bundle shows, computed from the file alone: the checks, the data, the proof, and what is left to do. */
export function BundleResult({
  name,
  checked,
}: {
  name: string;
  checked: Extract<CheckedFile, { kind: 'bundle' }>;
}) {
  const { bundle, recheck, items, script } = checked;
  const register = registerOf(bundle.register, REGISTERS_ADDRESS);
  const { entry } = bundle;
  // The root that the register published, says the file.
  const published = bundle.growth?.head ?? bundle.checkpoint;
  const { data: remembered } = useQuery(rememberedQuery(bundle.register.place, bundle.register.address));
  const checks = bundleChecks(bundle, recheck);
  const root = rootCheck(published, remembered, 'reason' in recheck.root ? recheck.root.reason : '');
  return (
    <>
      <Card title={`Entry ${formatNumber(entry.entryNumber)} in this file`} note={`from ${name}`}>
        <FileVerdict outcome={recheck.outcome} checks={checks} root={root} />
        <CheckList checks={[...checks, root]} />
        <Facts bundle={bundle} />
        <Stated bundle={bundle} />
        <div className={styles['actions']}>
          {register !== undefined && <InRegister register={register} bundle={bundle} />}
          {script !== undefined && (
            <Button onClick={() => saveText(script.name, script.text, script.type)}>Save shell script</Button>
          )}
        </div>
      </Card>
      <div className={styles['columns']}>
        <Card title="Data" note="as it was hashed from the file">
          {items.length === 0 ? (
            <p className={styles['quiet']}>There is no data that could be hashed.</p>
          ) : (
            items.map((item, index) => <DataTable key={index} item={item} schema={[]} />)
          )}
        </Card>
        <CompareRoot root={published.rootHash} logSize={published.logSize} register={register} />
      </div>
      <ProofFigure
        check={recheck.entry}
        rootHolds="is the root in the file"
        spelling={bundle.register.variant}
      />
    </>
  );
}

type Bundle = Extract<CheckedFile, { kind: 'bundle' }>['bundle'];

function Facts({ bundle }: { bundle: Bundle }) {
  const { entry, checkpoint, growth, register } = bundle;
  return (
    <dl className={styles['facts']}>
      <Fact term="key">
        <span className="mono">
          <Literal text={entry.key} />
        </span>
      </Fact>
      <Fact term="timestamp">
        <Literal text={entry.timestamp} />
      </Fact>
      <Fact term="log size">{formatNumber(checkpoint.logSize)}, as the file states it</Fact>
      <Fact term="root">
        <span className={styles['hash']}>
          <CopyHash hash={checkpoint.rootHash} spelling={register.variant} digits="long" what="root" />
        </span>
      </Fact>
      {growth !== undefined && (
        <>
          <Fact term="later log size">{formatNumber(growth.head.logSize)}, as the file states it</Fact>
          <Fact term="later root">
            <span className={styles['hash']}>
              <CopyHash
                hash={growth.head.rootHash}
                spelling={register.variant}
                digits="long"
                what="later root"
              />
            </span>
          </Fact>
        </>
      )}
    </dl>
  );
}

/** Stated is what the file says of itself and no check covers, kept apart from what was computed. */
function Stated({ bundle: { register, verdicts, madeAt } }: { bundle: Bundle }) {
  return (
    <section className={styles['stated']} aria-label="What is only the file’s word">
      <p>
        Only the file’s word: nothing is computed from what follows, and whoever made it could write anything.
      </p>
      <dl className={styles['facts']}>
        <Fact term="title">
          <Literal text={register.title} />
        </Fact>
        <Fact term="register">
          <AddressText text={register.address} />
        </Fact>
        <Fact term="saved">
          <Time at={madeAt} />
        </Fact>
        <Fact term="found then">
          data {stateInWords(verdicts.data.outcome).toLowerCase()}, entry{' '}
          {stateInWords(verdicts.entry.outcome).toLowerCase()}
        </Fact>
      </dl>
    </section>
  );
}

function InRegister({ register, bundle }: { register: RegisterId; bundle: Bundle }) {
  return (
    <Link
      className={buttonClass()}
      to={`${pathTo({ view: 'entry', register, entryNumber: String(bundle.entry.entryNumber) })}${bundle.growth === undefined ? '' : `?at=${bundle.checkpoint.logSize}`}`}
    >
      Open this entry in the register
    </Link>
  );
}
