import type { ProofBundle } from './bundle.ts';

/** Citation is a reference to one entry as it was proved, in two forms. */
export interface Citation {
  readonly text: string;
  readonly bibtex: string;
}

/** cite writes the reference to what a bundle holds. `page` is the address of the entry in this site, which stays what it is while a record moves on; `accessedAtMs` is milliseconds since 1970. */
export function cite(
  { register, entry, checkpoint, growth }: ProofBundle,
  page: string,
  accessedAtMs: number,
): Citation {
  const day = new Date(accessedAtMs).toISOString().slice(0, 10);
  const title = oneLine(register.title);
  const key = oneLine(entry.key);
  const { head } = growth ?? { head: checkpoint };
  const published = `log of ${head.logSize} entries with root sha-256:${head.rootHash}`;
  const log =
    growth === undefined
      ? published
      : `log of its first ${checkpoint.logSize} entries with root sha-256:${checkpoint.rootHash}, which begins the ${published}`;
  const text = `${title}, record ${key}, entry ${entry.entryNumber} of ${entry.timestamp.trim()}; ${log}. Register API: ${register.address}. ${page} (accessed ${day}).`;
  const bibtex = [
    `@misc{${citationKey(register.address, entry.entryNumber)},`,
    `  title = {${tex(`${title}, record ${key}, entry ${entry.entryNumber}`)}},`,
    `  howpublished = {${tex(register.address)}},`,
    `  note = {${tex(`Entry of ${oneLine(entry.timestamp)}; ${log}`)}},`,
    `  url = {${tex(page)}},`,
    `  urldate = {${day}},`,
    '}',
  ].join('\n');
  return { text, bibtex };
}

/** citationKey is the same for the same entry of the same register and no other: letters, digits and hyphens of the address without its scheme, and the number. */
function citationKey(address: string, entryNumber: number): string {
  const register = address
    .replace(/^https?:\/\//i, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${register}-entry-${entryNumber}`;
}

/** oneLine keeps a text of a register from breaking out of its line: control characters and runs of white space become one space. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
}

/** tex escapes what TeX reads as a command. */
function tex(text: string): string {
  return text
    .replaceAll(/[\\{}~^]/g, (sign) => `\\char${sign.charCodeAt(0)}\\relax `)
    .replaceAll(/[%$#&_]/g, String.raw`\$&`);
}
