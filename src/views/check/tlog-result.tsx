import { useQuery } from '@tanstack/react-query';
import { formatHash } from '../../core/hash.ts';
import type { CheckedFile } from '../../query/check-file.ts';
import { rememberedQuery } from '../../query/remembered-query.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { formatRegisterId, pathTo } from '../../ui/paths.ts';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import styles from './check.module.css';
import {
  AddressText,
  Fact,
  FileCard,
  NotProved,
  proofVerdict,
  reasonOf,
  registerAtOrigin,
  RootFact,
  worded,
} from './file-result.tsx';
import { CompareRoot, rootCheck } from './root-of-file.tsx';

type Checked = Extract<CheckedFile, { kind: 'tlog-proof' }>;

/** TlogResult is what a C2SP tlog-proof shows, computed from its text alone, and what it does not hold. */
export function TlogResult({ name, checked }: { name: string; checked: Checked }) {
  const { proof, result } = checked;
  const { checkpoint, entryNumber, origin } = proof;
  const found = registerAtOrigin(origin, REGISTERS_ADDRESS);
  const place = found === undefined ? '' : formatRegisterId(found.register);
  const { data: remembered } = useQuery(rememberedQuery(place, found?.address ?? ''));
  const checks = tlogChecks(checked);
  const root = rootCheck(checkpoint, found === undefined ? null : remembered);
  const entry = result.entry?.entry;
  return (
    <>
      <FileCard
        title={`Entry ${formatNumber(entryNumber)} in this tlog-proof`}
        name={name}
        verdict={proofVerdict(result.outcome, checks, root)}
        checks={[...checks, root]}
      >
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
                <Fact key={hash} term="item hash">
                  <span className={styles['address']}>{formatHash(hash, 'item')}</span>
                </Fact>
              ))}
            </>
          )}
          <RootFact term="root hash" hash={checkpoint.rootHash}>
            of {countOf(checkpoint.logSize, 'entry', 'entries')}
          </RootFact>
          <Fact term="origin, as stated">
            <AddressText text={origin} />
          </Fact>
        </dl>
        <NotProved>
          the log size, which the text states: other sizes can have a proof of the same form.
        </NotProved>
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
      </FileCard>
      <CompareRoot root={checkpoint.rootHash} logSize={checkpoint.logSize} register={found?.register} />
      {result.entry !== undefined && (
        <ProofFigure check={result.entry} rootHolds="is the root in the text" spelling="item" />
      )}
    </>
  );
}

/** tlogChecks words what a tlog-proof shows, and what it cannot show. */
export function tlogChecks({
  proof: { entryNumber, auditPath, checkpoint, signatures },
  result: { climb, leaf, data, signature },
}: Checked): NamedCheck[] {
  const number = formatNumber(entryNumber);
  const log = `the log of ${countOf(checkpoint.logSize, 'entry', 'entries')}`;
  const hashes = countOf(auditPath.length, 'hash', 'hashes');
  return [
    {
      id: 'climb',
      kind: 'inclusion',
      ...worded(
        climb,
        [
          `Leaf ${number} is in the log with the root hash in this text`,
          `${hashes} in the text combine with the leaf bytes to give the root hash that it states for ${log}.`,
        ],
        [`The text does not prove entry ${number}`, `Its path does not connect to the root hash of ${log}.`],
        'The text holds no leaf bytes to check',
      ),
    },
    {
      id: 'leaf',
      ...worded(
        leaf,
        [
          `The leaf bytes are entry ${number}`,
          'Number, timestamp, key and hashes shown here were read from the hashed bytes.',
        ],
        ['The leaf bytes are not this entry', ''],
        'Which entry it is cannot be seen',
      ),
    },
    {
      id: 'content',
      state: data.outcome,
      title: 'The text holds no data',
      detail: reasonOf(data),
    },
    {
      id: 'signature',
      state: signature.outcome,
      title: signatures === 0 ? 'The root hash is unsigned' : 'The signature was not checked',
      detail: reasonOf(signature),
    },
  ];
}
