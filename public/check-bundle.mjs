// Checks a proof bundle of Register Explorer without a network: node check-bundle.mjs bundle.json [root]
// Exit status 0: all that was computed matches; 1: something does not; 2: this is no bundle that can be read.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
const H = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
const bytes = (hex) => Buffer.from(hex, 'hex');
const sorted = (hashes) => bytes(hashes.toSorted().join(''));
const say = (...lines) =>
  process.stdout.write(lines.map((line) => `${line.replace(/[^ -~]/g, '?')}\n`).join(''));
// A blob is hashed attribute by attribute; a redacted text carries the hash of what it stands for.
const withheld = (text) => /^\*\*REDACTED\*\*(?:1220)?([0-9a-f]{64})$/.exec(text)?.[1];
const textHash = (text) => withheld(text) ?? H('u', text.normalize('NFC'));
const pair = ([name, value]) =>
  H('u', name) + (Array.isArray(value) ? H('s', sorted(value.map(textHash))) : textHash(value));
const blobHash = (blob) => H('d', sorted(Object.entries(blob).map(pair)));
// Leaf rules: the bytes that an entry is hashed as. Control characters are written \u00XX, in capitals.
const json = (text) =>
  JSON.stringify(text).replace(/\\(u00..|.)/g, (_, e) => `\\${e[0]}${e.slice(1).toUpperCase()}`);
const entryHash = (e, raw) =>
  bytes(H('l', bytes(H('i', `${e.entryNumber}`) + H('u', e.key) + H('t', e.timestamp) + H('r', raw))));
const rules = {
  'item-json': (e, hashes) =>
    `{"index-entry-number":"${e.indexEntryNumber}","entry-number":"${e.entryNumber}",` +
    `"entry-timestamp":${json(e.timestamp)},"key":${json(e.key)},"item-hash":[${hashes}]}`,
  'item-json-2016': (e, hashes) =>
    `{"entry-number":"${e.entryNumber}","entry-timestamp":${json(e.timestamp)},"item-hash":${hashes},"key":${json(e.key)}}`,
  'blob-multihash': (e) => entryHash(e, bytes(`1220${e.itemHashes[0]}`)),
  'blob-hex': (e) => entryHash(e, e.itemHashes[0]),
  'blob-digest': (e) => entryHash(e, bytes(e.itemHashes[0])),
};
// RFC 9162, 2.1.3.2: the side of each hash follows from the entry number and the log size alone.
function climb(hash, [sent, ...rest], at, last) {
  if (sent === undefined && last === 0) return hash;
  if (sent === undefined || last === 0) return 'none: the path has not the length that the sizes demand';
  const fromLeft = at % 2 === 1 || at === last;
  if (fromLeft) while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)];
  const joined = H(bytes(fromLeft ? `01${sent}${hash}` : `01${hash}${sent}`));
  return climb(joined, rest, Math.floor(at / 2), Math.floor(last / 2));
}
try {
  const [path, ownRoot] = process.argv.slice(2);
  const { format, version, register, entry, leaf, ...bundle } = JSON.parse(readFileSync(path, 'utf8'));
  if (format !== 'register-proof-bundle' || version !== 1) throw new Error('another format');
  if (!leaf.rule.startsWith(register.variant)) throw new Error('a leaf rule of another variant');
  const data = register.variant === 'item' ? bundle.items.map((text) => H(text)) : [blobHash(bundle.blob)];
  const written = rules[leaf.rule](entry, entry.itemHashes.map((hash) => `"sha-256:${hash}"`).join());
  const { logSize, rootHash } = bundle.checkpoint;
  const root = climb(H(bytes('00'), written), bundle.auditPath, entry.entryNumber - 1, logSize - 1);
  const check = (what, computed, stated) => {
    say(`${computed === stated ? 'holds' : 'DOES NOT MATCH'}: ${what}`, `  ${computed}`, `  ${stated}`);
    if (computed !== stated) process.exitCode = 1;
  };
  check('the data has the hash that the entry names', data.sort().join(), entry.itemHashes.toSorted().join());
  check('the leaf bytes are the entry', Buffer.from(written).toString('hex'), leaf.bytes);
  check('the entry leads to the root by its proof', root, rootHash);
  if (ownRoot) check('the root is the one you named', rootHash, ownRoot);
} catch (error) {
  say(`This is no proof bundle that can be read: ${error.message}`);
  process.exitCode = 2;
}
