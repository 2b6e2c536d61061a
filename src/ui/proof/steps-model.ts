import type { Hash } from '../../core/hash.ts';
import type { ProofStep } from '../../core/verdict.ts';
import { countOf, formatNumber } from '../format.ts';
import {
  comparisonSentence,
  type ProofWords,
  computedRootOf,
  leafHashOf,
  rangeText,
  toneOf,
  type InclusionCheck,
  type ProofTone,
} from './inclusion-check.ts';
import { SOURCE_WORDS } from '../source.ts';

/** StepPart is a run of the bytes that a step hashes. */
interface StepPart {
  /** `fixed`: the byte that RFC 9162 2.1.1 puts first; `entry`: the leaf bytes; else a hash, by where it comes from. */
  readonly source: 'fixed' | 'entry' | 'sent' | 'computed';
  readonly name: string;
  /** Hexadecimal digits, or text where leaf bytes are. */
  readonly shown: string;
}

/** StepLine is one row of the steps: the leaf, a joining, or the comparison of the roots. */
export interface StepLine {
  /** 0 the leaf, k step k, the last one the comparison. */
  readonly level: number;
  readonly sentence: string;
  /** The bytes hashed, in order; empty for the comparison, and for a leaf that was not written. */
  readonly parts: readonly StepPart[];
  /** All of them as hexadecimal digits. */
  readonly hex: string;
  readonly result?: Hash | undefined;
  /** The roots compared, for the comparison alone. */
  readonly roots?: { readonly computed: Hash | undefined; readonly expected: Hash };
  readonly tone: ProofTone;
}

/** stepLines writes a check as rows with the exact bytes hashed, from the leaf up to the comparison of the roots. */
export function stepLines(check: InclusionCheck, words: ProofWords = {}): readonly StepLine[] {
  return [leafLine(check), ...check.steps.map(joinLine(words)), comparisonLine(check, words)];
}

/** stepsAsText writes rows as a table for a spreadsheet: tabs between the cells, a line feed after each row. */
export function stepsAsText(lines: readonly StepLine[]): string {
  const rows = lines.map(({ level, sentence, hex, result, roots }) => [
    String(level),
    sentence,
    hex,
    result ?? roots?.expected ?? '',
  ]);
  return [['step', 'what happens', 'bytes hashed (hexadecimal)', 'result'], ...rows]
    .map((cells) => `${cells.map((cell) => cell.replaceAll(/[\t\n\r]/g, ' ')).join('\t')}\n`)
    .join('');
}

function leafLine(check: InclusionCheck): StepLine {
  const { entry, leafBytes } = check;
  const result = leafHashOf(check);
  const name = `Entry ${formatNumber(entry.entryNumber)}`;
  const shared = { level: 0, tone: 'neutral', result } as const;
  if (result === undefined || leafBytes === undefined) {
    const sentence = `${name} ${result === undefined ? 'was not' : 'is'} hashed.`;
    return { ...shared, sentence, parts: [], hex: '' };
  }
  const hex = hexOf(leafBytes);
  return {
    ...shared,
    sentence: `${name} is written as its ${countOf(leafBytes.length, 'leaf byte')} and hashed; the result is its leaf hash.`,
    parts: [
      { source: 'fixed', name: 'marks a leaf', shown: '00' },
      { source: 'entry', name: 'leaf bytes', shown: leafText(leafBytes) ?? hex },
    ],
    hex: `00${hex}`,
  };
}

function joinLine({ sentName = SOURCE_WORDS.server.sentName }: ProofWords) {
  return (step: ProofStep, index: number, steps: readonly ProofStep[]): StepLine => {
    const { side, left, right, result, covers, sentCovers, level } = step;
    const own =
      side === 'left'
        ? { first: sentCovers.last + 1, last: covers.last }
        : { first: covers.first, last: sentCovers.first - 1 };
    const part = (from: 'left' | 'right', shown: Hash): StepPart =>
      from === side
        ? { source: 'sent', name: `${sentName}, ${rangeText(sentCovers)}`, shown }
        : { source: 'computed', name: `computed so far, ${rangeText(own)}`, shown };
    const standsFor = index === steps.length - 1 ? `all ${countOf(covers.last, 'entry')}` : rangeText(covers);
    return {
      level,
      sentence: `The hash of ${rangeText(sentCovers)}, ${sentName}, combines from the ${side}; the result stands for ${standsFor}.`,
      parts: [
        { source: 'fixed', name: 'marks a node', shown: '01' },
        part('left', left),
        part('right', right),
      ],
      hex: `01${left}${right}`,
      result,
      tone: 'neutral',
    };
  };
}

function comparisonLine(check: InclusionCheck, words: ProofWords): StepLine {
  const computed = computedRootOf(check);
  return {
    level: check.steps.length + 1,
    sentence:
      computed === undefined
        ? `No root was computed, so nothing was compared with the ${words.rootName ?? SOURCE_WORDS.server.rootName}.`
        : `The root computed here ${comparisonSentence(check, words)}.`,
    parts: [],
    hex: '',
    roots: { computed, expected: check.checkpoint.rootHash },
    tone: toneOf(check.verdict),
  };
}

/** leafText reads leaf bytes that are text to be read, as the JSON of an entry; undefined for bytes that are a hash or no text. */
export function leafText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.startsWith('{') ? text : undefined;
  } catch {
    return undefined;
  }
}

/** hexOf writes bytes as lowercase hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
