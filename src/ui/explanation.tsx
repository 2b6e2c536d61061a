import type { CheckKind } from '../core/check-result.ts';
import styles from './explanation.module.css';
import { Link } from './link.tsx';

interface Drawing {
  /**
   * The symbols, each by its shape, centre and letter: `box` is read or computed by this page, `sent` sent by
   * the server, `root` a root hash.
   */
  readonly marks: string;
  /** The computed path, as SVG path data. */
  readonly way?: string;
  /** The other lines. */
  readonly lines?: string;
  /** The meaning of each letter. */
  readonly letters: string;
}

interface Explanation extends Drawing {
  readonly title: string;
  /** Why the check is made, in two sentences. */
  readonly why: string;
  /** The glossary entry with more. */
  readonly term: string;
}

/** grown draws a log of five entries above one of four that it begins with. */
function grown(older: string, newer: string): Pick<Drawing, 'marks' | 'way' | 'lines'> {
  return {
    marks: `box 18 80 1, box 54 80 2, box 90 80 3, box 126 80 4, sent 172 80 5, root 72 44 ${older}, root 122 14 ${newer}`,
    way: 'M72 44 122 14 172 80',
    lines: 'M18 80 72 44 54 80M90 80 72 44 126 80',
  };
}

/** THE_WHOLE_WAY draws the path from the data of a record to the root hash. */
export const THE_WHOLE_WAY: Drawing = {
  marks: 'box 18 80 D, box 62 80 H, box 106 80 E, sent 150 80 S, box 128 47 C, sent 188 47 S, root 158 14 R',
  way: 'M18 80H106L128 47 158 14',
  lines: 'M150 80 128 47M188 47 158 14',
  letters: 'D data · H its hash · E entry · S hashes of the proof · C computed here · R root hash',
};

/** EXPLANATIONS say why each kind of check is made. */
export const EXPLANATIONS: Readonly<Record<CheckKind, Explanation>> = {
  data: {
    title: 'Data matches its fingerprint',
    why: 'An entry records only a hash of its data, and one changed letter gives a completely different hash. If the data you see has the recorded hash, it is what was registered.',
    marks: 'box 32 47 D, box 92 47 H, sign 126 47 =, sent 160 47 E',
    way: 'M32 47H92',
    letters: 'D data you see · H its hash, computed here · E hash in the entry',
    term: 'hash',
  },
  key: {
    title: 'The entry has this key',
    why: 'A true entry of another record could be sent. So the key in the entry is compared with the key in the address.',
    marks: 'box 66 47 A, sign 100 47 =, sent 134 47 E',
    letters: 'A key in the address · E key in the entry',
    term: 'key',
  },
  inclusion: {
    title: 'The entry is in the log',
    why: 'All entries together give one root hash, and a changed or missing entry would give another. A few other hashes are enough to compute it from this entry and compare it with the one that is stated.',
    marks: 'sent 48 80 S, box 92 80 E, box 70 47 C, sent 150 47 S, root 110 14 R',
    way: 'M92 80 70 47 110 14',
    lines: 'M48 80 70 47M150 47 110 14',
    letters: 'E this entry · S hashes of the proof · C computed here · R root hash',
    term: 'inclusion proof',
  },
  consistency: {
    title: 'Nothing earlier changed',
    why: 'A log may only grow at its end. A few hashes give both root hashes only if the older log, unchanged, is the beginning of the newer one.',
    ...grown('O', 'N'),
    letters: 'O older root hash · N newer root hash · 5 added since',
    term: 'consistency proof',
  },
  memory: {
    title: 'Nothing earlier has changed since your last visit',
    why: 'The whole log could be replaced between two visits, with valid proofs for the new one. So this browser remembers the root hash, and asks for proof that the log you saw is the beginning of the log now.',
    ...grown('M', 'R'),
    letters: 'M remembered root hash · R root hash now · 5 added since',
    term: 'remembered root',
  },
  'whole-log': {
    title: 'All entries verified',
    why: 'The proof of one entry says nothing about the others, and a newer one could be left out. Reading and hashing every entry leaves nothing out.',
    marks: 'box 34 80 1, box 78 80 2, box 122 80 3, box 166 80 4, box 56 47 C, box 144 47 C, root 100 14 R',
    way: 'M34 80 56 47 78 80M122 80 144 47 166 80M56 47 100 14 144 47',
    letters: '1 to 4 every entry · C computed here · R root hash',
    term: 'audit',
  },
  newest: {
    title: 'No newer entry',
    why: 'A proof shows that an entry is in the log, not that no newer one for the same key was left out. Only reading every entry shows that.',
    marks: 'box 40 47 K, box 100 47 K, sent 160 47 N',
    lines: 'M40 47H160',
    letters: 'K entries for this key · N newer one, perhaps left out',
    term: 'trail',
  },
  others: {
    title: 'Others see the same log',
    why: 'You could be shown one log and everyone else another, each consistent in itself. You see the same log if your root hashes are equal.',
    marks: 'root 56 26 R, sign 100 26 =, root 144 26 R, box 56 72 Y, box 144 72 O',
    lines: 'M56 26V72M144 26V72',
    letters: 'Y you · O others · R root hash each of you was shown',
    term: 'split view',
  },
};

/** Explanation says why a check is made, and draws it. */
export function Explanation({ kind }: { kind: CheckKind }) {
  const { why, term, ...drawn } = EXPLANATIONS[kind];
  return (
    <div className={styles.explanation}>
      <Drawing {...drawn} />
      <p>
        {why}{' '}
        <Link to={`/help#${term.replace(' ', '-')}`}>
          What is {/^[aeiou]/.test(term) ? 'an' : 'a'} {term}?
        </Link>
      </p>
    </div>
  );
}

/** Drawing draws by shapes and letters first, and colours second. */
export function Drawing({ marks, way, lines, letters }: Drawing) {
  const drawn = marks.split(', ').map((mark) => {
    const [shape = '', x, y, letter] = mark.split(' ');
    return { shape, x: Number(x), y: Number(y), letter };
  });
  const heights = drawn.map(({ y }) => y);
  const top = Math.min(...heights) - 13;
  return (
    <figure className={styles.drawing}>
      <svg viewBox={`0 ${top} 206 ${Math.max(...heights) + 13 - top}`} aria-hidden="true">
        <path d={lines} className={styles.line} />
        <path d={way} className={styles.way} />
        {drawn.map(({ shape, x, y, letter }) => (
          <g key={`${x} ${y}`} className={styles[shape]}>
            {shape !== 'sign' && (
              <rect x={x - 13} y={y - 11} width="26" height="22" rx={shape === 'root' ? 11 : 3} />
            )}
            <text x={x} y={y + 4.5}>
              {letter}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        {letters.split(' · ').map((one) => (
          <span key={one}>{one} </span>
        ))}
      </figcaption>
    </figure>
  );
}
