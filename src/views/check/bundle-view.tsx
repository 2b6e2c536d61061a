import { formatHash } from '../../core/hash.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Literal, Mono } from '../../ui/literal.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ProofFigure } from '../../ui/proof/proof-figure.tsx';
import {
  addressFact,
  entries,
  type File,
  type FileView,
  namedCheck,
  rootFact,
  signedCheck,
  timeFact,
} from './file-parts.tsx';

/** bundleView is the display of a proof bundle. */
export function bundleView(checked: File<'bundle'>): FileView {
  const { file, result } = checked;
  const { checkpoint } = file;
  const { variant: spelling } = file.register;
  const later = file.growth?.head;
  const { entry } = result.entry;
  const number = entry.entryNumber;
  return {
    title: `Entry ${formatNumber(number)} in this file`,
    checks: bundleChecks(checked),
    facts: [
      ['key', <Mono key="key" text={entry.key} />],
      ['timestamp', <Literal key="time" text={entry.timestamp} />],
      ...entry.itemHashes.map((hash, index) =>
        addressFact(`${spelling} hash${index === 0 ? '' : ` ${index + 1}`}`, formatHash(hash, spelling)),
      ),
      rootFact('root hash', checkpoint.rootHash, `of ${entries(checkpoint.logSize)}`),
      ...(later ? [rootFact('later root hash', later.rootHash, `of ${entries(later.logSize)}`)] : []),
    ],
    stated: [
      ['title', <Literal key="title" text={file.register.title} />],
      addressFact('register', file.register.address),
      timeFact('saved', file.madeAt),
    ],
    limits:
      'that this is the newest entry of its key, and the log size, which the file states: other sizes can have a proof of the same form',
    root: later ?? checkpoint,
    links: (register) => [
      [
        `${pathTo({ view: 'entry', register, entryNumber: String(number) })}${later ? `?at=${checkpoint.logSize}` : ''}`,
        'Open this entry in the register',
      ],
    ],
    // Data without a hash is not shown.
    items: result.data.items.flatMap(({ computed, item }) => (computed ? item : [])),
    figure: <ProofFigure check={result.entry} data={result.data} source="evidence" spelling={spelling} />,
  };
}

/** bundleChecks returns the checks of a bundle. */
export function bundleChecks({ file, result }: File<'bundle'>): NamedCheck[] {
  const { data, leaf, entry, growth, signatures } = result;
  const { auditPath, checkpoint } = file;
  const number = formatNumber(file.entry.entryNumber);
  const what = `Entry ${number}`;
  const rule = entry.leafRuleTitle === undefined ? '' : ` Leaf rule: ${entry.leafRuleTitle}.`;
  const log = `The log of ${entries(checkpoint.logSize)}`;
  const later = formatNumber(growth?.to.logSize ?? 0);
  return [
    namedCheck(
      'data',
      data.verdict,
      [
        'Data matches its fingerprint',
        `This page hashed the data in the file; entry ${number} records the same hash.`,
      ],
      'Data does not match its fingerprint',
      'Data and its fingerprint',
      { kind: 'data' },
    ),
    namedCheck(
      'leaf',
      leaf,
      ['The leaf bytes are this entry', `The leaf rule writes entry ${number} as the hashed bytes.${rule}`],
      'The leaf bytes are not this entry',
      'The leaf bytes of the entry',
    ),
    namedCheck(
      'entry',
      entry.verdict,
      [
        `${what} is in the log with the root hash in this file`,
        `It gives, with ${countOf(auditPath.length, 'hash', 'hashes')} in the file, the root hash that the file states for the log of ${entries(checkpoint.logSize)}.`,
      ],
      `${what} does not connect to the root hash in this file`,
      `${what} in the log`,
      { kind: 'inclusion' },
    ),
    growth &&
      namedCheck(
        'consistency',
        growth.verdict,
        [
          `${log} is the beginning of the one of ${later}`,
          'Nobody published the root hash of the smaller log: the consistency proof connects it to that of the larger one. If you trust the later one, you can trust the earlier one.',
        ],
        `${log} is not proved to be the beginning of the one of ${later}`,
        'The consistency proof',
        { kind: 'consistency' },
      ),
    signatures && signedCheck('signed', 'this root hash', signatures),
  ].filter((check) => check !== undefined);
}
