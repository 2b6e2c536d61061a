import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { SeenHead } from '../../verify/evidence/misbehaviour.ts';
import type { EntryCheck } from '../../verify/protocol.ts';
import { memoryQuery, useMemory } from '../../query/memory-queries.ts';
import { useSession } from '../../query/session.ts';
import type { CheckStates } from '../../query/use-page-checks.ts';
import { useNamedOthers } from '../../query/others-summary.ts';
import {
  type NamedCheck,
  type CheckFinding,
  type CheckText,
  explained,
  sentenceOf,
  wordsFrom,
} from '../../ui/check-list.tsx';
import { countOf, formatDay, formatNumber } from '../../ui/format.ts';
import { Link, usePaths } from '../../ui/link.tsx';
import { type Source, SOURCE_WORDS, useSource } from '../../ui/source.ts';

/**
 * useCheckLines returns the lines of a page's check strip: the key if it is wrong, the data, the entry proof,
 * and the remembered root.
 */
export function useCheckLines({
  states,
  entryNumber,
  at,
  proof,
  head,
  more,
}: {
  states: CheckStates;
  /** The entry of data and proof, if it is known. */
  entryNumber?: number | undefined;
  /** The size that the page shows, if its address has one. */
  at?: number | undefined;
  proof?: EntryCheck | undefined;
  head: Checkpoint | undefined;
  /** A page's changes to a line. */
  more?: (line: NamedCheck) => Partial<NamedCheck>;
}): readonly NamedCheck[] {
  const memory = useMemory(head);
  const source = useSource();
  const others = useNamedOthers();
  const isRemembered = useQuery(memoryQuery(useSession())).data?.kind === 'remembered';
  const { key, data, inclusion } = states;
  const isMemoryShown = states.memory !== undefined || head !== undefined;
  const logSize = proof?.checkpoint.logSize ?? head?.logSize;
  const lines: NamedCheck[] = [];
  // A reader expects the entry to have the key in the address: only a mismatch is shown.
  if (key?.verdict !== undefined && key.state !== 'holds')
    lines.push({ id: 'key', kind: 'key', ...keyCheckText(key) });
  if (data !== undefined) lines.push({ id: 'data', kind: 'data', ...dataCheckText(data, entryNumber) });
  if (inclusion !== undefined)
    lines.push({
      id: 'entry',
      kind: 'inclusion',
      ...entryCheckText(
        inclusion,
        entryNumber,
        {
          logSize: at ?? logSize,
          hashes: proof?.steps.length,
          isEarlier: at !== undefined && at !== head?.logSize,
        },
        source,
      ),
    });
  if (isMemoryShown) {
    // Without a head, the state of the declared check, so that its space is reserved.
    const found = head === undefined ? { verdict: states.memory?.verdict } : memory;
    // Before it is known what this browser remembers, a first visit is to be expected.
    const expected = head === undefined || memory.finding === undefined ? FIRST_VISIT : undefined;
    lines.push({ id: 'memory', kind: 'memory', expected, ...memoryCheckText({ ...found, isRemembered }) });
  }
  // Others are compared with the current log. What contradicts it decides every page.
  const isOwn = head !== undefined && at === undefined;
  return [
    ...(more === undefined ? lines : lines.map((line) => Object.assign(line, more(line)))),
    ...(others && (isOwn || others.state === 'does-not-match') ? [{ ...OTHERS, ...others }] : []),
  ];
}

/** useOthersLine returns the line about other people's view of the log, by the mirrors and witnesses named. */
export function useOthersLine(): NamedCheck {
  return { ...OTHERS, ...useNamedOthers() };
}

/** OTHERS is that line without them: no API signs its root hash, so that only people can compare. */
const OTHERS: NamedCheck = {
  id: 'others',
  kind: 'others',
  state: 'not-checked',
  title: 'Do others see the same log? Not checked yet',
  detail: 'You have no witness for this register, and compared no one else’s root hash.',
  link: <CompareLink />,
};

function CompareLink() {
  const { view } = usePaths();
  return (
    <>
      <Link to={view('witnesses')}>Ask witnesses</Link> or{' '}
      <Link to={view('compare')}>compare with others</Link>
    </>
  );
}

/**
 * dataCheckText describes the check that the data shown has the hash its entry names; the number
 * is undefined if not known.
 */
export function dataCheckText(found: CheckFinding, entryNumber: number | undefined): CheckText {
  const entry = entryNumber === undefined ? 'the entry' : `entry ${formatNumber(entryNumber)}`;
  return wordsFrom(found, {
    holds: [
      'Data matches its fingerprint',
      `This page hashed the data you see; ${entry} records the same hash.`,
    ],
    'does-not-match': [
      `The data is not what ${entry} recorded`,
      `This page hashed the data you see; ${entry} records a different hash. ${sentenceOf(found)}`.trim(),
    ],
    checking: ['Hashing the data', 'The data is being hashed in this browser.'],
    'not-checked': ['Data not checked'],
    otherwise: ['Data could not be checked'],
  });
}

/**
 * keyCheckText describes the check that a record's entry has the key in the address,
 * where that does not hold.
 */
function keyCheckText(found: CheckFinding): CheckText {
  return wordsFrom(found, {
    'does-not-match': ['The entry has a different key'],
    'not-checked': ['Key not checked'],
    otherwise: ['The key could not be checked'],
  });
}

/**
 * entryCheckText describes the check that an entry proof gives the published root; the number is undefined if
 * not known. At an earlier size nobody publishes the root: that it begins the log now is part of the claim.
 */
export function entryCheckText(
  found: CheckFinding,
  entryNumber: number | undefined,
  {
    logSize,
    hashes,
    isEarlier = false,
  }: {
    readonly logSize?: number | undefined;
    readonly hashes?: number | undefined;
    readonly isEarlier?: boolean;
  },
  source: Source = 'server',
): CheckText {
  const { rootName, rootHash, rootHashOf } = SOURCE_WORDS[source];
  const entry = entryNumber === undefined ? 'The entry' : `Entry ${formatNumber(entryNumber)}`;
  const log = logSize === undefined ? 'the log' : countOf(logSize, 'entry');
  const root = `the ${rootHashOf} ${log}`;
  const isReadWhole = found.verdict?.outcome === 'holds' && found.verdict.readWhole;
  return wordsFrom(found, {
    holds: isEarlier
      ? [
          `${entry} was in the log of ${log}`,
          'Its entry proof at that size gives a root hash, and a consistency proof connects that root hash to the log now.',
        ]
      : [
          `${entry} is in the log`,
          isReadWhole
            ? `This page read the whole log, and the root hash computed from it is the ${rootHash}. No proof of this entry was needed.`
            : `Combined with this entry, ${hashes === undefined ? 'the hashes' : countOf(hashes, 'hash', 'hashes')} from the ${SOURCE_WORDS[source].name} give ${root}.`,
        ],
    'does-not-match': isEarlier
      ? [
          `${entry} is not proved to be in this log`,
          `The proofs for that size do not connect this entry to the log now. ${sentenceOf(found)}`.trim(),
        ]
      : [
          `${entry} does not connect to the ${rootName}`,
          `The proof was computed in this browser and gives a different root hash than ${root}. ${sentenceOf(found)}`.trim(),
        ],
    checking: [`Proving ${entry.toLowerCase()}`, 'Its entry proof is being fetched and computed.'],
    'not-checked': [`${entry} not checked`],
    otherwise: [`${entry} could not be proved`, explained(found)],
  });
}

const FIRST_VISIT = 'First visit: nothing to compare with';

/** MemoryComparison is the comparison of the head with the remembered root. */
export interface MemoryComparison {
  readonly verdict: Verdict | undefined;
  /** Whether a root is remembered by now. */
  readonly isRemembered?: boolean;
  readonly finding?:
    | {
        readonly since?: SeenHead;
        readonly recalled: {
          readonly kind: string;
          readonly root?: { readonly givenUp: readonly unknown[] };
          readonly sameHost?: readonly string[];
        };
      }
    | undefined;
}

/**
 * memoryCheckText describes the check that the log continues the remembered root (core/hashing.md: it shows
 * nothing about the time before).
 */
export function memoryCheckText(found: MemoryComparison): CheckText {
  const { verdict, finding, isRemembered = false } = found;
  const { since, recalled } = finding ?? {};
  const fromFile = since?.imported ?? false;
  const day = since === undefined ? '' : formatDay(since.seenAtMs);
  const reason = sentenceOf({ verdict });
  const code = verdict !== undefined && 'code' in verdict ? verdict.code : undefined;
  const isReplaced = (recalled?.root?.givenUp.length ?? 0) > 0;
  return wordsFrom(found, {
    holds: [
      `Nothing earlier has changed since ${fromFile ? 'a root imported from a file' : day}`,
      `The log ${fromFile ? 'that an imported file describes' : 'you saw then'} is the beginning of the log now.${
        isReplaced ? ' This says nothing about the root hash that was replaced here before.' : ''
      }`,
    ],
    'does-not-match':
      since === undefined
        ? ['Not the log this page read before', reason]
        : [
            fromFile ? 'Not the log that the imported root belongs to' : 'Not the log you saw here before',
            `The log now does not continue that of ${countOf(since.logSize, 'entry')}, from ${fromFile ? 'an imported file' : day}. ${reason} The old root hash is kept.`,
          ],
    checking: ['Last visit …', 'The log is being compared with the remembered root hash.'],
    'cannot-check': [
      'Could not compare with your last visit',
      `${code === 'storage-unread' ? '' : 'Nothing is shown as verified until this is resolved. '}${reason}`,
    ],
    'not-checked':
      code === 'root-trusted'
        ? ['You chose to trust this root hash', 'Your next visit is compared with it.']
        : code === 'seen-this-visit'
          ? ['Compared within this visit only', 'No earlier visit of this browser saw this register.']
          : [
              FIRST_VISIT,
              code === 'storage-refused'
                ? `Nothing to compare with. ${reason}`
                : `This browser ${isRemembered ? 'now remembers the root hash' : 'remembers the root hash once a page is verified'}.${besideWords(recalled?.sameHost)}`,
            ],
  });
}

/** besideWords says that other registers at the host of a new one are remembered. */
function besideWords([one, ...more]: readonly string[] = []): string {
  if (one === undefined) return '';
  return more.length === 0
    ? ` You remember another register at this host: ${one}.`
    : ` You remember ${more.length + 1} other registers at this host, ${one} among them.`;
}
