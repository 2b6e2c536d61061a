import { isolated } from '../core/invisible.ts';
import type { ForeignHead } from '../core/model.ts';
import { numberIn } from './paths.ts';
import { LONGEST_FRAGMENT, SENT_DIGITS } from './seen-part.ts';

/**
 * readSeen reads that part of a fragment. Percent-escapes, and what mail and chat programs add to a link, are accepted;
 * all else that is not `size.digits` is a problem, in words.
 */
export function readSeen(fragment: string): ForeignHead | { readonly problem: string } {
  const parts = unescaped(fragment.slice(0, LONGEST_FRAGMENT)).match(/[#&]seen=[^&#?]*/gi) ?? [];
  const [part = ''] = parts;
  const text = part.slice('#seen='.length).replace(/:~:.*$|[^\da-z]+$/giu, '');
  const [, size = '', digits = ''] = /^(\d+)\.([0-9a-f]+)$/i.exec(text) ?? [];
  const logSize = numberIn(size);
  if (parts.length > 1) return { problem: 'The link says twice what its sender saw.' };
  if (Number.isNaN(logSize) || digits.length < SENT_DIGITS || digits.length > 64)
    return { problem: `The link is incomplete or was changed: “${isolated(text)}” is no log size and root.` };
  return { logSize, digits: digits.toLowerCase() };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
