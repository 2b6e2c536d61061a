import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { ProofStep } from '../../core/verdict.ts';
import { countOf, formatNumber } from '../format.ts';
import { dataSentence, dataState, findingOf, type PathData, type PathOptions } from './finding.ts';
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

/** StepLine is one row of the steps: the data, the leaf, a joining, or a comparison of roots. */
export interface StepLine {
  /** 0 the leaf, k step k, then the comparisons: the numbers that Path shows. */
  readonly level: number | 'data';
  readonly sentence: string;
  /** The bytes hashed, in order; empty for the comparison, and for a leaf that was not written. */
  readonly parts: readonly StepPart[];
  /** All of them as hexadecimal digits. */
  readonly hex: string;
  readonly result?: Hash | undefined;
  /** The two hashes compared, and what they are called, for a comparison alone. */
  readonly roots?: {
    readonly computed: Hash | undefined;
    readonly expected: Hash;
    readonly names: readonly [computed: string, expected: string];
  };
  readonly tone: ProofTone;
}

/** stepLines writes a check as rows with the exact bytes hashed, from the data or the leaf up to the comparison of the roots. */
export function stepLines(check: InclusionCheck, options: PathOptions = {}): readonly StepLine[] {
  const { data, remembered } = options;
  return [
    ...(data === undefined ? [] : [dataLine(data, check.entry.entryNumber)]),
    leafLine(check),
    ...check.steps.map(joinLine(options)),
    comparisonLine(check, options),
    ...(remembered === undefined ? [] : [rememberedLine(check, remembered, options)]),
  ];
}

function dataLine(data: PathData, entryNumber: number): StepLine {
  const { computed, recorded } = data;
  const isApart = dataState(data) === 'differs';
  const names = ['computed', `entry ${formatNumber(entryNumber)} records`] as const;
  return {
    level: 'data',
    sentence: `${dataSentence(data, entryNumber)}.`,
    parts: [],
    hex: '',
    ...(isApart && computed !== undefined && recorded !== undefined
      ? { roots: { computed, expected: recorded, names } }
      : { result: computed }),
    tone: isApart ? 'bad' : 'neutral',
  };
}

/** rememberedLine is the root that this browser remembers, which the published one contradicts. Roots of different sizes differ in any case, so only those of one size are compared. */
function rememberedLine(check: InclusionCheck, remembered: Checkpoint, words: ProofWords): StepLine {
  const { rootName } = { ...SOURCE_WORDS.server, ...words };
  const { logSize, rootHash } = check.checkpoint;
  const isSameSize = remembered.logSize === logSize;
  const entries = countOf(remembered.logSize, 'entry');
  return {
    level: check.steps.length + 2,
    sentence: `The ${rootName} contradicts the one this browser remembers, of ${entries}${isSameSize ? '' : ', which is not shown to begin the published log'}.`,
    parts: [],
    hex: '',
    ...(isSameSize
      ? { roots: { computed: rootHash, expected: remembered.rootHash, names: [rootName, 'remembered root'] } }
      : { result: remembered.rootHash }),
    tone: 'bad',
  };
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

/** comparisonLine ends with what else was found: that the roots agree is not the result where the data does not match. */
function comparisonLine(check: InclusionCheck, options: PathOptions): StepLine {
  const computed = computedRootOf(check);
  const { rootName } = { ...SOURCE_WORDS.server, ...options };
  const tone = toneOf(check.verdict);
  const { tone: whole, besides } = findingOf(check, { ...options, remembered: undefined });
  const sentence =
    computed === undefined
      ? `No root was computed, so nothing was compared with the ${rootName}.`
      : `The root computed here ${comparisonSentence(check, options)}.`;
  return {
    level: check.steps.length + 1,
    sentence: besides === undefined ? sentence : `${sentence} ${besides}.`,
    parts: [],
    hex: '',
    roots: { computed, expected: check.checkpoint.rootHash, names: ['computed', rootName] },
    tone: tone === 'good' && (whole !== 'good' || options.remembered) ? 'neutral' : tone,
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
