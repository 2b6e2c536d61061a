import { stateInWords } from '../../ui/check-badge.tsx';
import type { Copy } from './copy.ts';
import type { Edit } from './edits.ts';
import type { Findings } from './explain.ts';

/** saidOfFindings says the three checks in a breath, for whoever does not see the badges change. */
export function saidOfFindings([data, entry, root]: Findings): string {
  const of = (name: string, { verdict }: Findings[number]): string =>
    `${name}: ${stateInWords(verdict.outcome).toLowerCase()}.`;
  return `${of('Data', data)} ${of('Entry proof', entry)} ${of('Root', root)}`;
}

/** saidOfEdit says what an edit has done to the list of hashes; what is typed says itself. */
export function saidOfEdit(edit: Edit, before: Copy): string {
  if (edit.kind !== 'move-hash' && edit.kind !== 'drop-hash' && edit.kind !== 'double-hash') return '';
  const count = before.auditPath.length;
  const place = before.auditPath.findIndex((hash) => hash.id === edit.id) + 1;
  switch (edit.kind) {
    case 'move-hash':
      return `Hash ${place} is now in place ${place + edit.by} of ${count}.`;
    case 'drop-hash':
      return `Hash ${place} was removed, ${count - 1} left.`;
    case 'double-hash':
      return `Hash ${place} was doubled, ${count + 1} in all.`;
  }
}
