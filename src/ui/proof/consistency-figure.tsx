import type { HashSpelling } from '../../core/hash.ts';
import { countOf, formatMilliseconds, formatNumber } from '../format.ts';
import styles from './consistency-figure.module.css';
import {
  growthSentence,
  ladderModel,
  named,
  PLAIN_NAMES,
  type DrawnGrowth,
  type LadderNames,
} from './ladder-model.ts';
import { LadderPicture } from './ladder-picture.tsx';
import { LadderTable } from './ladder-table.tsx';
import { Legend, LegendItem } from './legend.tsx';
import { OUTCOME_SIGN } from './words.ts';

interface ConsistencyFigureProps {
  readonly check: DrawnGrowth;
  /** What the old root is called: `old root` unless told, `remembered root` for one that this browser kept. */
  readonly oldName?: string | undefined;
  /** What the new root is called: `new root` unless told. */
  readonly newName?: string | undefined;
  /** The register's spelling of hashes, for full and copied text; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
}

/** ConsistencyFigure draws one consistency proof as the two ladders it makes, and lists its hashes in a table. It is not a card of its own. */
export function ConsistencyFigure({
  check,
  oldName = PLAIN_NAMES.old,
  newName = PLAIN_NAMES.new,
  spelling = 'item',
}: ConsistencyFigureProps) {
  const names: LadderNames = { old: oldName, new: newName };
  const model = ladderModel(check, names);
  const { from, to, newSteps, start } = check;
  const sentence = growthSentence(check, names);
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
        label={`Two ladders, to ${named(oldName)} of ${formatNumber(from.logSize)} and to ${named(newName)} of ${countOf(to.logSize, 'entry', 'entries')}, from ${countOf(sent, 'hash', 'hashes')} sent by the server; ${sentence}`}
      />
      <LadderLegend names={names} tone={model.tone} />
      {sent > 0 && (
        <p className={styles.cost}>
          {countOf(sent, 'hash', 'hashes')} instead of {countOf(to.logSize, 'entry', 'entries')};{' '}
          {formatNumber(32 * sent)} bytes, 32 for each hash. Computed in your browser in{' '}
          {formatMilliseconds(check.computedInMs)}.
        </p>
      )}
      {newSteps.length > 0 && <LadderTable check={check} names={names} />}
    </div>
  );
}

function LadderLegend({ names, tone }: { names: LadderNames; tone: string }) {
  // Of two roots one may match: which does not is marked in the picture.
  return (
    <Legend tone={tone === 'bad' ? 'plain' : tone}>
      <LegendItem mark="both" letter="ON">
        sent, for old and new
      </LegendItem>
      <LegendItem mark="sent" letter="N">
        sent, new only
      </LegendItem>
      <LegendItem mark="computed" letter="C">
        computed here
      </LegendItem>
      <LegendItem mark="oldRoot">{inLegend(names, 'old')}</LegendItem>
      <LegendItem mark="root">{inLegend(names, 'new')}</LegendItem>
    </Legend>
  );
}

/** inLegend ties a root that is called otherwise to the words old and new, which the letters stand for. */
function inLegend(names: LadderNames, side: 'old' | 'new'): string {
  return names[side] === PLAIN_NAMES[side] ? names[side] : `${names[side]} (${side})`;
}
