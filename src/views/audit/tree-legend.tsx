import type { ReactNode } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { fillingTree } from './filling-tree.ts';
import styles from './tree-picture.module.css';
import { crossAt, type Drawn, ROOT_LETTERS } from './tree-shapes.ts';
import { footWords, partWords, type RootState } from './tree-words.ts';

/** TreeParts lists what is drawn at the foot, for a reader who cannot see it or wants to go there. */
export function TreeParts({
  register,
  logSize,
  entriesDone,
  badEntries,
}: { register: RegisterId } & Omit<Drawn, 'root'>) {
  const { parts } = fillingTree(logSize, entriesDone, badEntries);
  return (
    <details className={styles['parts']}>
      <summary>Part by part</summary>
      <ul>
        {parts.map((part) => (
          <li key={part.first}>
            <Link to={`${pathTo({ view: 'entries', register })}?entry=${part.first}`}>
              {part.first === part.last
                ? `Entry ${formatNumber(part.first)}`
                : `Entries ${formatNumber(part.first)}–${formatNumber(part.last)}`}
            </Link>{' '}
            {partWords(part)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** TreeLegend says what the shapes of the picture mean: those of every audit, and those that this one has. */
export function TreeLegend({ logSize, entriesDone, badEntries, root }: Drawn) {
  const tree = fillingTree(logSize, entriesDone, badEntries);
  const foot = tree.partSize === 1 ? 'M2 1H14V13H2Z' : 'M8 1L15 13H1Z';
  return (
    <ul className={styles['legend']}>
      <Sign words={`${footWords(tree)}, not read yet`}>
        <path className={styles['empty']} d={foot} />
      </Sign>
      <Sign words="read and hashed here">
        <path className={styles['full']} d={foot} />
      </Sign>
      <Sign words="hash joined from all below it">
        <rect className={styles['full']} x="3.5" y="2.5" width="9" height="9" rx="2" />
      </Sign>
      {tree.root.bad && (
        <Sign words="something in it does not match" height={24}>
          <g className={styles['foot']} data-state="bad">
            <path className={styles['empty']} d={foot} />
            <path className={styles['cross']} d={crossAt(8, 16.5)} />
          </g>
        </Sign>
      )}
      {ROOT_LEGEND[root] !== undefined && (
        <Sign words={ROOT_LEGEND[root]} width={26} height={16}>
          <g className={styles['root']} data-state={root}>
            <rect x="1" y="1" width="24" height="14" rx="7" />
            <text x="13" y="8" dy="0.36em">
              {ROOT_LETTERS[root].charAt(0)}
            </text>
          </g>
        </Sign>
      )}
    </ul>
  );
}

const ROOT_LEGEND: Record<RootState, string | undefined> = {
  waiting: undefined,
  computed: undefined,
  equal: 'equals the published root',
  different: 'does not match the published root',
  unknown: 'could not be computed',
};

function Sign({
  words,
  width = 16,
  height = 14,
  children,
}: {
  words: string;
  width?: number;
  height?: number;
  children: ReactNode;
}) {
  return (
    <li>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        {children}
      </svg>
      {words}
    </li>
  );
}
