import type { HashSpelling } from '../../core/hash.ts';
import { countOf, formatMilliseconds, formatNumber } from '../format.ts';
import styles from './consistency-figure.module.css';
import { growthSentence, ladderModel, type DrawnGrowth } from './ladder-model.ts';
import { LadderPicture } from './ladder-picture.tsx';
import { LadderTable } from './ladder-table.tsx';
import { OUTCOME_SIGN } from './words.ts';

interface ConsistencyFigureProps {
  readonly check: DrawnGrowth;
  /** What the old root is called: `old root` unless told, `remembered root` for one that this browser kept. */
  readonly oldName?: string | undefined;
  /** The register's spelling of hashes, for full and copied text; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
}

/** ConsistencyFigure draws one consistency proof as the two ladders it makes, and lists its hashes in a table. It is not a card of its own. */
export function ConsistencyFigure({ check, oldName, spelling = 'item' }: ConsistencyFigureProps) {
  const model = ladderModel(check, oldName);
  const { from, to, newSteps, start } = check;
  const sentence = growthSentence(check, oldName);
  const sent = newSteps.length + (start?.sent === true ? 1 : 0);
  return (
    <div className={styles.growth}>
      <p className={styles.caption} data-tone={model.tone}>
        <span aria-hidden="true">{OUTCOME_SIGN[model.outcome]} </span>
        {sentence}
      </p>
      <LadderPicture
        model={model}
        spelling={spelling}
        label={`Two ladders, to the ${model.oldName} of ${formatNumber(from.logSize)} and to the new root of ${countOf(to.logSize, 'entry', 'entries')}, from ${countOf(sent, 'hash', 'hashes')} sent by the server; ${sentence}`}
      />
      <Legend oldName={model.oldName} tone={model.tone} />
      {sent > 0 && (
        <p className={styles.cost}>
          {countOf(sent, 'hash', 'hashes')} instead of {countOf(to.logSize, 'entry', 'entries')};{' '}
          {formatNumber(32 * sent)} bytes, 32 for each hash. Computed in your browser in{' '}
          {formatMilliseconds(check.computedInMs)}.
        </p>
      )}
      {newSteps.length > 0 && <LadderTable check={check} />}
    </div>
  );
}

function Legend({ oldName, tone }: { oldName: string; tone: string }) {
  return (
    <ul className={styles.legend} data-tone={tone} aria-label="Legend">
      <li>
        <span className={styles.both} aria-hidden="true">
          ON
        </span>
        sent, for old and new
      </li>
      <li>
        <span className={styles.newOnly} aria-hidden="true">
          N
        </span>
        sent, new only
      </li>
      <li>
        <span className={styles.computed} aria-hidden="true">
          C
        </span>
        computed here
      </li>
      <li>
        <span className={styles.old} aria-hidden="true" />
        {oldName}
      </li>
      <li>
        <span className={styles.new} aria-hidden="true" />
        new root
      </li>
    </ul>
  );
}
