import type { Verdict } from '../../core/verdict.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import type { Source } from './copy-records.ts';

/** copyNote says where the records come from and what was verified; `compared` is what the server's own snapshot, shown before, was worth. */
export function copyNote({ replica, at }: Source, of: number, compared: Verdict | undefined): string {
  const { verdict, size, missing, remark } = replica;
  const entries = size === 1 ? 'its only entry' : `all ${formatNumber(size)} entries`;
  const moment = at === undefined ? '' : ` as of entry ${formatNumber(at)}`;
  const sentences = [`${countOf(of, 'record')}${moment}.`];
  const asSent = `Computed from ${entries} as the server sent them`;
  if (verdict.outcome === 'holds')
    sentences.push(`Computed here from ${entries}, which give the published root hash.`);
  else if (verdict.outcome !== 'does-not-match')
    sentences.push(`${asSent}, not verified: ${verdict.reason}.`);
  else if ('reason' in verdict) sentences.push(`${asSent}, and they do not match: ${verdict.reason}.`);
  else sentences.push(`${asSent}, and their root hash does not match the published one.`);
  // Data that was sent and did not hash to its name is among what is missing.
  const why = verdict.outcome === 'does-not-match' ? 'is left out' : 'could not be read';
  if (missing > 0) sentences.push(`The data of ${countOf(missing, 'version')} ${why}.`);
  if (remark !== undefined) sentences.push(`${remark} The entries were put in order here.`);
  if (compared !== undefined) {
    const reason = 'reason' in compared ? `: ${compared.reason}` : '';
    sentences.push(
      compared.outcome === 'holds'
        ? "The server's own snapshot lists the same."
        : compared.outcome === 'does-not-match'
          ? `The server's own snapshot does not match the log${reason}.`
          : `The server's own snapshot could not be checked${reason}.`,
    );
  }
  return sentences.join(' ');
}

/** serverNote says that the list is the server's while the register has not been read whole; how many, where all of them were read. */
export function serverNote(
  { read, listing }: { readonly read: number; readonly listing: { readonly partial?: unknown } | undefined },
  filtered: boolean,
): string {
  const count = listing?.partial === undefined ? countOf(read, 'record') : '';
  const words = filtered
    ? `${count === '' ? 'Records' : count} with this value, as the server filters them.`
    : `${count === '' ? 'As' : `${count}, as`} the server lists them.`;
  return `${words} Open one to check it.`;
}

/** snapshotNote says that the records of an earlier size are the server's while the log has not been read. */
export function snapshotNote(of: number, at: number): string {
  return `${countOf(of, 'record')} as of entry ${formatNumber(at)}, as the server's own snapshot lists them. Not checked against the log yet.`;
}
