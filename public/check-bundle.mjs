// Checks a proof bundle of Register Explorer without a network: node check-bundle.mjs bundle.json [root]
// Exit status 0: all that was computed matches; 1: something does not; 2: this is no bundle that can be read.
import must from 'node:assert';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
const H = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
const say = (...lines) =>
  process.stdout.write(lines.map((line) => `${line.replace(/[^ -~]/g, '?')}\n`).join(''));
// Nothing is hashed before it was looked at, from end to end. must throws, or returns nothing.
const are = (texts, form) => texts.every((t) => typeof t === 'string' && t.isWellFormed() && form.test(t));
const bytes = (hex) => must(are([hex], /^([0-9a-f]{2})*$/), 'odd hex') ?? Buffer.from(hex, 'hex');
const demand = (at, value, form) => must(form.test(JSON.stringify(value)), `${at} is not ${form}`);
const isPosition = (value) => Number.isSafeInteger(value) && value >= 1;
const sorted = (hashes) => bytes(hashes.toSorted().join(''));
function attributes(data, at) {
  const texts = Object.entries(data).map(([name, value]) => [name, value ?? '']);
  must(are(texts.flat(2), /^/), `${at} is not names with texts or lists of texts`);
  return Object.entries(data);
}
// An item is hashed as canonical JSON: names in order, no spaces, control characters written \u00XX in capitals.
const json = (v) =>
  JSON.stringify(v).replace(/\\(u00..|.)/g, (e) => e.slice(0, 2) + e.slice(2).toUpperCase());
function itemHash(text, index) {
  const pairs = attributes(JSON.parse(text), `items[${index}]`).sort(([a], [b]) => (a < b ? -1 : 1));
  const written = `{${pairs.map(([name, value]) => `${json(name)}:${json(value)}`).join()}}`;
  return must(text === written, `items[${index}] is not canonical JSON`) ?? H(text);
}
// A blob is hashed by attribute, without what is empty; a redacted text carries the hash of what it stands for.
const textHash = (t) => /^\*\*REDACTED\*\*(1220)?([0-9a-f]{64})$/.exec(t)?.[2] ?? H('u', t.normalize('NFC'));
const setHash = (texts) => H('s', sorted(texts.filter(Boolean).map(textHash)));
const pair = ([name, value]) => H('u', name) + (Array.isArray(value) ? setHash(value) : textHash(value));
const isSet = ([, value]) => value.length > 0 && value.join?.('') !== '';
const blobHash = (blob) => H('d', sorted(attributes(blob, 'blob').filter(isSet).map(pair)));
// Leaf rules: the bytes that an entry is hashed as.
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
// RFC 9162, 2.1.3.1: the left subtree holds the largest power of two below the size; the last hash is the other subtree's.
function climb(hash, path, number, size) {
  must((size === 1) === (path.length === 0), 'auditPath has not the one length that the sizes demand');
  if (size === 1) return hash;
  const left = 2 ** ((size - 1).toString(2).length - 1);
  if (number <= left) return H(bytes(`01${climb(hash, path.slice(0, -1), number, left)}${path.at(-1)}`));
  return H(bytes(`01${path.at(-1)}${climb(hash, path.slice(0, -1), number - left, size - left)}`));
}
// RFC 9162, 2.1.4.1: both roots of a consistency proof. The smaller log's own root is known to whoever asks, and is not sent.
function grow(path, from, to, root) {
  must(from <= to && path.length >= (from < to), 'growth is of no larger log, or its path is too short');
  must(
    from < to || path.length === (root ? 0 : 1),
    'growth.path has not the one length that the sizes demand',
  );
  if (from === to) return [root ?? path[0], root ?? path[0]];
  const [left, sent] = [2 ** ((to - 1).toString(2).length - 1), path.at(-1)];
  if (from > left)
    return grow(path.slice(0, -1), from - left, to - left).map((hash) => H(bytes(`01${sent}${hash}`)));
  const [old, later] = grow(path.slice(0, -1), from, left, root);
  return [old, H(bytes(`01${later}${sent}`))];
}
try {
  const [file, ownRoot] = process.argv.slice(2);
  const { format, version, register, entry, leaf, ...bundle } = JSON.parse(readFileSync(file, 'utf8'));
  const { entryNumber, indexEntryNumber, itemHashes, key, timestamp } = entry;
  const { logSize, rootHash } = bundle.checkpoint;
  // Version 2 is about an earlier size of the log; the published root is that of the later one.
  must((version === 2) === Object.hasOwn(bundle, 'growth'), 'growth belongs to version 2, and to no other');
  const { head, path } = version === 2 ? bundle.growth : { head: bundle.checkpoint, path: [] };
  const lone = leaf.rule === 'item-json' ? /^\[("[0-9a-f]{64}",?)+\]$/ : /^\["[0-9a-f]{64}"\]$/;
  demand('format and version', [format, version], /^\["register-proof-bundle",[12]\]$/);
  const kind = /^\["(item","item-json(-2016)?|blob","blob-(multihash|hex|digest))"\]$/;
  demand('register.variant with leaf.rule', [register.variant, leaf.rule], kind);
  demand('leaf.bytes', leaf.bytes, /^"([0-9a-f]{2})+"$/);
  demand('entry.itemHashes', itemHashes, lone);
  demand('auditPath', bundle.auditPath, /^\[("[0-9a-f]{64}",?)*\]$/);
  demand(
    'the root in the file or your own',
    [rootHash, head.rootHash, ownRoot ?? rootHash],
    /^\[("[0-9a-f]{64}",?){3}\]$/,
  );
  demand('growth.path', path, /^\[("[0-9a-f]{64}",?)*\]$/);
  must(are([key, timestamp], /^/), 'entry.key or entry.timestamp is not well-formed text');
  must(
    [entryNumber, indexEntryNumber, logSize, head.logSize].every(isPosition),
    'a number is not a whole number from 1',
  );
  must(version === 1 || logSize < head.logSize, 'growth.head is of no larger log');
  must(entryNumber <= logSize, 'entry.entryNumber is above checkpoint.logSize');
  if (register.variant === 'item') demand('items', bundle.items, /^\["/);
  else demand('blob', bundle.blob, /^\{/);
  const data = register.variant === 'item' ? bundle.items.map(itemHash) : [blobHash(bundle.blob)];
  const written = rules[leaf.rule](entry, itemHashes.map((hash) => `"sha-256:${hash}"`).join());
  const root = climb(H(bytes('00'), written), bundle.auditPath, entryNumber, logSize);
  const grown = version === 2 ? grow(path, logSize, head.logSize, rootHash) : [];
  const check = (what, computed, stated) => {
    say(`${computed === stated ? 'holds' : 'DOES NOT MATCH'}: ${what}`, `  ${computed}`, `  ${stated}`);
    if (computed !== stated) process.exitCode = 1;
  };
  check('the data has the hash that the entry names', data.toSorted().join(), itemHashes.toSorted().join());
  check('the leaf bytes are the entry', Buffer.from(written).toString('hex'), leaf.bytes);
  check('the entry leads to the root by its proof', root, rootHash);
  if (version === 2) check('this log begins the later one', grown.join(), `${rootHash},${head.rootHash}`);
  if (ownRoot !== undefined) check('the root is the one you named', head.rootHash, ownRoot);
} catch (error) {
  say(`This is no proof bundle that can be read: ${error.message}`);
  process.exitCode = 2;
}
