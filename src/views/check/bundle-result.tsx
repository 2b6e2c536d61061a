import { useQuery } from '@tanstack/react-query';
import type { CheckedFile } from '../../query/check-file.ts';
import { rememberedQuery } from '../../query/remembered-query.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { stateInWords } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { Time } from '../../ui/time.tsx';
import styles from './check.module.css';
import {
  AddressText,
  Fact,
  FileCard,
  NotProved,
  proofVerdict,
  registerOf,
  RootFact,
  worded,
} from './file-result.tsx';
import { CompareRoot, rootCheck } from './root-of-file.tsx';

type Checked = Extract<CheckedFile, { kind: 'bundle' }>;

/** BundleResult is what a proof bundle shows, computed from the file alone: the verdict and its checks, the data, the proof, and what is left to do. */
export function BundleResult({ name, checked }: { name: string; checked: Checked }) {
  const { bundle, result, items } = checked;
  const { entry, checkpoint, growth } = bundle;
  const register = registerOf(bundle.register, REGISTERS_ADDRESS);
  const published = growth?.head ?? checkpoint;
  const { data: remembered } = useQuery(rememberedQuery(bundle.register.place, bundle.register.address));
  const checks = bundleChecks(checked);
  const root = rootCheck(published, remembered);
  const number = formatNumber(entry.entryNumber);
  return (
    <>
      <FileCard
        title={`Entry ${number} in this file`}
        name={name}
        verdict={proofVerdict(result.outcome, checks, root)}
        checks={[...checks, root]}
      >
        <BundleFacts bundle={bundle} />
        <NotProved>
          that this is the newest entry of its key, and the log size, which the file states: other sizes can
          have a proof of the same form.
        </NotProved>
        {register !== undefined && (
          <div className={styles['actions']}>
            <Link
              className={buttonClass()}
              to={`${pathTo({ view: 'entry', register, entryNumber: String(entry.entryNumber) })}${growth === undefined ? '' : `?at=${checkpoint.logSize}`}`}
            >
              Open this entry in the register
            </Link>
          </div>
        )}
      </FileCard>
      <div className={styles['columns']}>
        <Card title="Data" note="as it was hashed from the file">
          {items.length === 0 ? (
            <p className={styles['quiet']}>No data could be hashed.</p>
          ) : (
            items.map((item, index) => <DataTable key={index} item={item} schema={[]} />)
          )}
        </Card>
        <CompareRoot root={published.rootHash} logSize={published.logSize} register={register} />
      </div>
      <ProofFigure
        check={result.entry}
        rootHolds="is the root in the file"
        spelling={bundle.register.variant}
      />
    </>
  );
}

function bundleChecks({ bundle, result: { data, leaf, entry, growth } }: Checked): NamedCheck[] {
  const number = formatNumber(bundle.entry.entryNumber);
  const log = `the log of ${countOf(bundle.checkpoint.logSize, 'entry', 'entries')}`;
  const hashes = countOf(bundle.auditPath.length, 'hash', 'hashes');
  const checks: NamedCheck[] = [
    {
      id: 'data',
      kind: 'data',
      ...worded(
        data.verdict,
        [
          'Data matches its fingerprint',
          `This page hashed the data in the file; entry ${number} records the same hash.`,
        ],
        [
          'Data does not match its fingerprint',
          `This page hashed the data in the file; entry ${number} records another hash.`,
        ],
        'The data could not be checked',
      ),
    },
    {
      id: 'leaf',
      ...worded(
        leaf,
        [
          'The leaf bytes are this entry',
          `The entry, written by the leaf rule in the file, gives the leaf bytes in the file. Leaf rule: ${entry.leafRuleTitle ?? bundle.leaf.rule}.`,
        ],
        ['The leaf bytes are not this entry', ''],
        'The entry could not be written as leaf bytes',
      ),
    },
    {
      id: 'entry',
      kind: 'inclusion',
      ...worded(
        entry.verdict,
        [
          `Entry ${number} is in the log with the root hash in this file`,
          `${hashes} in the file combine with this entry to give the root hash that the file states for ${log}.${growth === undefined ? '' : ' Nobody published that root hash: the next check connects it to one that the register published.'}`,
        ],
        [
          `Entry ${number} does not connect to the root hash in this file`,
          `${hashes} in the file combine with this entry to give another root hash than the file states for ${log}.`,
        ],
        `Whether entry ${number} is in the log could not be checked`,
      ),
    },
  ];
  if (growth === undefined) return checks;
  const earlier = `The log of ${countOf(growth.from.logSize, 'entry', 'entries')}`;
  const later = `the one of ${formatNumber(growth.to.logSize)}`;
  return [
    ...checks,
    {
      id: 'growth',
      kind: 'consistency',
      ...worded(
        growth.verdict,
        [
          `${earlier} is the beginning of ${later}`,
          'The consistency proof in the file gives both root hashes. Whoever trusts the later one can trust the earlier one.',
        ],
        [
          `${earlier} is not shown to be the beginning of ${later}`,
          'The consistency proof in the file does not give both root hashes.',
        ],
        'The consistency proof could not be checked',
      ),
    },
  ];
}

function BundleFacts({
  bundle: { entry, checkpoint, growth, register, verdicts, madeAt },
}: Pick<Checked, 'bundle'>) {
  return (
    <>
      <dl className={styles['facts']}>
        <Fact term="key">
          <span className="mono">
            <Literal text={entry.key} />
          </span>
        </Fact>
        <Fact term="timestamp">
          <Literal text={entry.timestamp} />
        </Fact>
        <RootFact term="root hash" hash={checkpoint.rootHash} spelling={register.variant}>
          of {countOf(checkpoint.logSize, 'entry', 'entries')}
        </RootFact>
        {growth !== undefined && (
          <RootFact term="later root hash" hash={growth.head.rootHash} spelling={register.variant}>
            of {countOf(growth.head.logSize, 'entry', 'entries')}
          </RootFact>
        )}
      </dl>
      <section className={styles['stated']} aria-label="Stated by the file">
        <p>Stated by the file, not verified:</p>
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
          <Fact term="result then">
            data {stateInWords(verdicts.data.outcome).toLowerCase()}, entry{' '}
            {stateInWords(verdicts.entry.outcome).toLowerCase()}
          </Fact>
        </dl>
      </section>
    </>
  );
}
