import type { RegisterCopy } from '../../query/copy-controller.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { type Source, SOURCE_WORDS } from '../../ui/source.ts';

/** copyWords says what was computed from a copy of the whole log rests on, and what data it lacks. */
export function copyWords(
  { verdict, size, missing }: Pick<RegisterCopy, 'verdict' | 'size' | 'missing'>,
  source: Source,
): string {
  const { rootHash } = SOURCE_WORDS[source];
  const entries = size === 1 ? 'its only entry' : `all ${formatNumber(size)} entries`;
  const isMismatch = verdict.outcome === 'does-not-match';
  const reason = 'reason' in verdict ? `: ${verdict.reason}` : '';
  const worth = !isMismatch
    ? 'not verified'
    : `and ${reason === '' ? `their root hash does not match the ${rootHash}` : 'they do not match'}`;
  const rests =
    verdict.outcome === 'holds'
      ? `Computed here from ${entries}, which give the ${rootHash}.`
      : `Computed from ${entries} as the ${source === 'file' ? 'file has' : 'server sent'} them, ${worth}${reason}.`;
  // Data that was sent and did not hash to its name is among what is missing.
  const lacks = isMismatch ? 'is left out' : 'could not be read';
  return missing === 0 ? rests : `${rests} The data of ${countOf(missing, 'version')} ${lacks}.`;
}
