import type { Hash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import { choicesOf, FIELDS, keyOfEntry, timestampOf } from './premises-data.ts';

/** The beginning of each attribute, and the texts made so far of those that have few values. */
const PARTS = FIELDS.map(({ name, text, index }, at) => ({
  text,
  index,
  start: `${at === 0 ? '' : ','}"${name}":"`,
  known: [] as string[],
}));

/** dataText is an entry's data as canonical JSON, without the braces around it. */
export function dataText(entryNumber: number): string {
  const choices = choicesOf(entryNumber);
  let written = '';
  for (const { text, index, start, known } of PARTS) {
    const place = index?.(choices);
    if (place === undefined) written += `${start}${text(choices)}"`;
    else if (place >= 0) written += known[place] ??= `${start}${text(choices)}"`;
  }
  return written;
}

/** entryText is an entry as the API has it: in the item variant also the text of its leaf. */
export function entryText(variant: Variant, entryNumber: number, dataHash: Hash): string {
  const timestamp = timestampOf(entryNumber);
  const key = keyOfEntry(entryNumber);
  return variant === 'item'
    ? `{"index-entry-number":"${entryNumber}","entry-number":"${entryNumber}","entry-timestamp":"${timestamp}","key":"${key}","item-hash":["sha-256:${dataHash}"]}`
    : `{"entry-number":${entryNumber},"entry-timestamp":"${timestamp}","key":"${key}","blob-hash":"1220${dataHash}"}`;
}

/** RUN_LETTERS is how much text is encoded at once: joining a whole page of strings takes twice as long. */
const RUN_LETTERS = 4_096;

const encoder = new TextEncoder();

/** pageText writes members offset + 1 to offset + count of a list between two braces, as the bytes that are sent. */
export function pageText(
  braces: '[]' | '{}',
  offset: number,
  count: number,
  member: (number: number) => string,
): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(RUN_LETTERS + 400 * Math.max(0, count));
  let length = 0;
  let run = braces.charAt(0);
  const encodeRun = (): void => {
    if (bytes.length < length + run.length) {
      const grown = new Uint8Array(2 * bytes.length + run.length);
      grown.set(bytes);
      bytes = grown;
    }
    length += encoder.encodeInto(run, bytes.subarray(length)).written;
    run = '';
  };
  for (let number = offset + 1; number <= offset + count; number += 1) {
    run += number === offset + 1 ? member(number) : `,${member(number)}`;
    if (run.length >= RUN_LETTERS) encodeRun();
  }
  run += braces.charAt(1);
  encodeRun();
  return bytes.subarray(0, length);
}
