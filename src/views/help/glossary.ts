/** Term is a technical term with a one-line explanation and its source. */
interface Term {
  /** The fragment of its address. */
  readonly id: string;
  readonly term: string;
  readonly meaning: string;
  /** A section of RFC 9162 (`2.1.3`), a heading of the API document (`Entry`), an address, or `''` for a word of this page. */
  readonly source: string;
}

/** GLOSSARY lists the terms, each after those it builds on. */
export const GLOSSARY: readonly Term[] = [
  ['Register', 'A public list of records, kept as a log.', 'What the service does'],
  ['Log', 'All entries in their order, numbered from 1. It only grows at its end.', 'What the service does'],
  ['Entry', 'One line of the log: number, time, key, and the hash of its data.', 'Entry'],
  ['Key', 'What a record is found by within its register.', 'Shared types'],
  ['Record', 'The newest entry for a key, together with its data.', 'Record'],
  ['Item', 'The data whose hash an entry records; a blob in the blobs API.', 'Item'],
  ['Trail', 'All entries of one key, oldest first.', 'States and transitions'],
  [
    'Hash',
    'A fingerprint of 32 bytes (SHA-256). No two texts with the same one are known.',
    'https://doi.org/10.6028/NIST.FIPS.180-4',
  ],
  ['Leaf hash', 'The hash of an entry, at the foot of the tree.', '2.1.1'],
  [
    'Leaf rule',
    'How an entry is written as bytes before it is hashed. The API leaves it open; this page finds it.',
    '',
  ],
  ['Root hash', 'The hash at the top of the tree, made from all entries: the log’s fingerprint.', '2.1.1'],
  ['Tree size', 'How many entries the log has; the API calls it the log size.', '4.9'],
  [
    'Register proof',
    'The log size and root hash that a server publishes. Elsewhere called a tree head or checkpoint, and signed.',
    '4.10',
  ],
  [
    'Inclusion proof',
    'Hashes that give the root hash from one entry; the API calls it an entry proof.',
    '2.1.3',
  ],
  ['Audit path', 'The hashes of an inclusion proof, from the leaf to the root.', '2.1.3'],
  ['Consistency proof', 'Hashes that show that an older log is the beginning of a newer one.', '2.1.4'],
  ['Remembered root', 'The last root hash that a verified page left in this browser.', ''],
  ['Audit', 'Reading every entry and item, to compute the root hash without any proof.', '2.1.2'],
  ['Split view', 'A server shows different logs to different people.', '11.3'],
  ['RSF', 'Register Serialisation Format: a whole register as one text file.', ''],
  ['Proof bundle', 'A file with an entry, its data and its proof, to check without the register.', ''],
].map(([term = '', meaning = '', source = '']) => ({
  id: term.toLowerCase().replaceAll(' ', '-'),
  term,
  meaning,
  source,
}));

/** sourceOf returns the name of a source, and its address if any. */
export function sourceOf(source: string): readonly [name: string, address?: string] {
  if (source === '') return ['this page'];
  if (/^\d/.test(source))
    return [`RFC 9162, ${source}`, `https://www.rfc-editor.org/rfc/rfc9162.html#section-${source}`];
  if (source.startsWith('https:')) return ['FIPS 180-4', source];
  return [`API document, “${source}”`];
}
