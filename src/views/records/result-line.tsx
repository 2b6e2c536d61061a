import { READ_WITHOUT_ASKING, type CopyInSight } from '../../query/copy.ts';
import { Button } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { isolated } from '../../ui/literal.tsx';
import { READ_AGAIN } from '../../ui/read-whole.tsx';
import type { Listing } from './list-records.ts';
import {
  type AskedList,
  CLEARED,
  isNarrowed,
  type ListRequest,
  type RequestChange,
  withChoice,
} from './records-address.ts';
import styles from './records.module.css';

/** ResultLine says how many records were found and by what; each part of that can be removed. */
export function ResultLine({
  asked: { request, change },
  listing,
  reading,
}: {
  asked: AskedList;
  listing: Listing | undefined;
  /** How far the reading of the register is; undefined if that does not matter. */
  reading: CopyInSight | undefined;
}) {
  const more = (listing?.withFormer ?? 0) - (listing?.total ?? 0);
  return (
    <div className={styles.result}>
      <p role="status" className={styles.count}>
        {listing && countWords(listing, isNarrowed(request))}
        {/^[^\p{L}\p{N}]+$/u.test(request.text.trim()) &&
          '. The search has no letter and no digit, so all are shown'}
      </p>
      <ul className={styles.parts}>
        {partsOf(request).map(({ words, name, change: removal }) => (
          <li key={words}>
            <button
              type="button"
              className={styles.part}
              aria-label={`Remove ${name}: ${words}`}
              onClick={() => change(removal)}
            >
              <span>{words}</span>
              <Icon name="close" size={13} />
            </button>
          </li>
        ))}
        {isNarrowed(request) && (
          <li>
            <Button kind="quiet" onClick={() => change(CLEARED)}>
              Clear all
            </Button>
          </li>
        )}
      </ul>
      {more > 0 && (
        <Button kind="quiet" onClick={() => change({ former: true })}>
          {`${formatNumber(more)} more in former versions`}
        </Button>
      )}
      {reading && (
        <div className={styles.source}>
          <ReadingState reading={reading} />
        </div>
      )}
    </div>
  );
}

/** countWords says how many records were found, and among how many, where only the beginning of the server's list was read. */
export function countWords({ total, of, partial }: Listing, narrowed: boolean): string {
  if (partial === undefined)
    return narrowed && of !== undefined
      ? `${formatNumber(total)} of ${countOf(of, 'record')}`
      : countOf(total, 'record');
  if (total !== partial.read) return `${formatNumber(total)} of the first ${countOf(partial.read, 'record')}`;
  return partial.of === undefined
    ? `The first ${countOf(total, 'record')}`
    : `The first ${formatNumber(total)} of ${countOf(partial.of, 'record')}`;
}

/** Part is one thing that an address asks for, in words, and the change that removes it. */
interface Part {
  readonly words: string;
  readonly name: string;
  readonly change: RequestChange;
}

/** partsOf lists what an address asks for, each with how to remove it. */
export function partsOf({ text, former, status, choices, sort }: ListRequest): readonly Part[] {
  const search = `“${isolated(text.trim())}”${former ? ', former versions too' : ''}`;
  const order = `by ${isolated(sort.replace(/^-/, ''))}${sort.startsWith('-') ? ', descending' : ''}`;
  const filters = [...choices].flatMap(([attribute, chosen]) =>
    chosen.map((choice) => ({
      name: 'filter',
      words: `${isolated(attribute)} is ${choice === '' ? 'not set' : isolated(choice)}`,
      change: { choices: withChoice(choices, attribute, choice, false) },
    })),
  );
  return [
    ...(text.trim() === '' ? [] : [{ name: 'search', words: search, change: { text: '', former: false } }]),
    ...(status === '' ? [] : [{ name: 'filter', words: status, change: { status: '' } as const }]),
    ...filters,
    ...(sort === '' ? [] : [{ name: 'order', words: order, change: { sort: '' } }]),
  ];
}

/** ReadingState says, in one line, how far the reading of the whole register is, or offers it. Nothing once it has been read. */
function ReadingState({ reading }: { reading: CopyInSight }) {
  const { phase, start } = reading;
  if (phase === 'ready') return null;
  if (phase === 'reading')
    return (
      <span data-passing="">
        {reading.again === true && `${READ_AGAIN} `}
        {`Reading the whole register: ${reading.what} ${formatNumber(reading.done)} of ${formatNumber(reading.of)}. Until then a search covers only the records listed so far.`}
      </span>
    );
  if (phase === 'too-large')
    return (
      <span>
        This register is too large to be read whole. Search, filters and order cover only the records read so
        far; an exact value is looked up by the server among all records.
      </span>
    );
  const entries = reading.entries ?? 0;
  if (phase === 'absent' && entries <= READ_WITHOUT_ASKING) return null;
  return (
    <>
      <span>
        {phase === 'failed'
          ? `The register could not be read whole. A search covers only the records listed here. ${reading.failure.message}`
          : 'Search, filters and order cover only the records read so far.'}
      </span>
      <Button kind="quiet" onClick={start}>
        {phase === 'failed' ? 'Read it again' : `Read all ${countOf(entries, 'entry')}`}
      </Button>
    </>
  );
}
