import { formatHash } from '../../core/hash.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import type { FactLine } from '../../ui/facts.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Literal, Mono } from '../../ui/literal.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { Time } from '../../ui/time.tsx';
import {
  Address,
  addressAtOrigin,
  type File,
  type FileView,
  rootFact,
  signedCheck,
  namedCheck,
} from './file-parts.tsx';

const entries = (count: number): string => countOf(count, 'entry');

/** proofView describes the result of a bundle or a tlog-proof. */
export function proofView(checked: File<'bundle' | 'tlog-proof'>): FileView {
  const { file, result } = checked;
  const { checkpoint } = file;
  const bundle = checked.kind === 'bundle' ? checked.file : undefined;
  const spelling = bundle?.register.variant ?? 'item';
  const later = bundle?.growth?.head;
  const number = 'entry' in file ? file.entry.entryNumber : file.entryNumber;
  const entry = result.entry?.entry;
  const origin = 'origin' in file ? file.origin : '';
  const address = bundle?.register.address ?? addressAtOrigin(origin, REGISTERS_ADDRESS);
  return {
    title: `Entry ${formatNumber(number)} in this ${bundle === undefined ? 'tlog-proof' : 'file'}`,
    checks: proofChecks(checked),
    facts: [
      ['key', entry && <Mono key="key" text={entry.key} />],
      ['timestamp', entry && <Literal key="time" text={entry.timestamp} />],
      ...(entry?.itemHashes ?? []).map((hash, index): FactLine => [
        `${spelling} hash${index === 0 ? '' : ` ${index + 1}`}`,
        <Address key={hash} text={formatHash(hash, spelling)} />,
      ]),
      rootFact('root hash', checkpoint.rootHash, `of ${entries(checkpoint.logSize)}`),
      ...(later ? [rootFact('later root hash', later.rootHash, `of ${entries(later.logSize)}`)] : []),
    ],
    stated:
      bundle === undefined
        ? [['origin', <Address key="origin" text={origin} />]]
        : [
            ['title', <Literal key="title" text={bundle.register.title} />],
            ['register', <Address key="register" text={address} />],
            ['saved', <Time key="saved" at={bundle.madeAt} />],
          ],
    limits:
      bundle === undefined
        ? 'the data, which is not in this file; the log size, which the file states; and who published the root hash. It is unsigned, or its signatures were not checked: the API describes no key.'
        : 'that this is the newest entry of its key, and the log size, which the file states: other sizes can have a proof of the same form.',
    address,
    place: bundle?.register.place,
    root: later ?? checkpoint,
    links: (register) => [
      [
        `${pathTo({ view: 'entry', register, entryNumber: String(number) })}${later ? `?at=${checkpoint.logSize}` : ''}`,
        'Open this entry in the register',
      ],
    ],
    ...('items' in checked && { items: checked.items }),
    figure: result.entry && (
      <ProofFigure check={result.entry} data={result.data} source="file" spelling={spelling} />
    ),
  };
}

/** proofChecks returns the checks of a bundle or a tlog-proof. */
export function proofChecks({ file, result }: File<'bundle' | 'tlog-proof'>): readonly NamedCheck[] {
  const { data, leaf, climb, entry, growth, signatures } = result;
  const { auditPath, checkpoint } = file;
  const number = formatNumber('entry' in file ? file.entry.entryNumber : file.entryNumber);
  // If the leaf bytes hold no readable entry, only the leaf is known to be in the log.
  const what = `${entry === undefined ? 'Leaf' : 'Entry'} ${number}`;
  const rule = entry?.leafRuleTitle === undefined ? '' : ` Leaf rule: ${entry.leafRuleTitle}.`;
  const log = growth && `The log of ${entries(growth.from.logSize)}`;
  return [
    data &&
      namedCheck('data', data.verdict, {
        kind: 'data',
        holds: [
          'Data matches its fingerprint',
          `This page hashed the data in the file; entry ${number} records the same hash.`,
        ],
        bad: 'Data does not match its fingerprint',
        otherwise: 'The data could not be checked',
      }),
    namedCheck('leaf', leaf, {
      holds: [
        'The leaf bytes are this entry',
        `The leaf rule writes entry ${number} as the hashed bytes.${rule}`,
      ],
      bad: 'The leaf bytes are not this entry',
      otherwise: 'Which entry it is could not be checked',
    }),
    namedCheck('entry', climb, {
      kind: 'inclusion',
      holds: [
        `${what} is in the log with the root hash in this file`,
        `It gives, with ${countOf(auditPath.length, 'hash', 'hashes')} in the file, the root hash that the file states for the log of ${entries(checkpoint.logSize)}.`,
      ],
      bad: `${what} does not connect to the root hash in this file`,
      otherwise: `Whether entry ${number} is in the log could not be checked`,
    }),
    growth &&
      namedCheck('consistency', growth.verdict, {
        kind: 'consistency',
        holds: [
          `${log} is the beginning of the one of ${formatNumber(growth.to.logSize)}`,
          'Nobody published the root hash of the smaller log: the consistency proof connects it to that of the larger one. If you trust the later one, you can trust the earlier one.',
        ],
        bad: `${log} is not proved to be the beginning of the one of ${formatNumber(growth.to.logSize)}`,
        otherwise: 'The consistency proof could not be checked',
      }),
    signatures && signedCheck('signed', 'this root hash', signatures),
  ].filter((check) => check !== undefined);
}
