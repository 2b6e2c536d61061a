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
const sorted = (hashes) => bytes(hashes.toSorted().join(''));
// The published schema, written short: a value's JSON has this form; a list [form, least, most]; an object has these names, ? may be missing.
const [TEXT, POSITION, HASH] = [/^"/, /^[1-9]\d{0,15}$/, /^"[0-9a-f]{64}"$/];
const HEAD = { logSize: POSITION, rootHash: HASH };
const OUTCOME = /^"(holds|does-not-match|cannot-check|not-checked)"$/;
const VERDICT = { outcome: OUTCOME, 'reason?': TEXT, 'expected?': HASH, 'computed?': HASH };
const bundleForm = (version, variant) => ({
  format: /^"register-proof-bundle"$/,
  version: /^[12]$/,
  'about?': TEXT,
  madeAt: /^"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z"$/,
  register: { title: TEXT, address: TEXT, variant: /^"(item|blob)"$/, place: TEXT },
  entry: {
    entryNumber: POSITION,
    indexEntryNumber: POSITION,
    timestamp: TEXT,
    key: TEXT,
    itemHashes: [HASH, 1, 1000],
  },
  ...(variant === 'item' ? { items: [TEXT, 1, 1000] } : { blob: /^\{/ }),
  leaf: {
    rule: variant === 'item' ? /^"item-json(-2016)?"$/ : /^"blob-(multihash|hex|digest)"$/,
    bytes: /^"([0-9a-f]{2})+"$/,
  },
  auditPath: [HASH, 0, 53],
  checkpoint: HEAD,
  verdicts: { data: VERDICT, entry: VERDICT },
  // Version 2 is about an earlier size of the log; the published root is that of the later one.
  ...(version === 2 && { growth: { head: HEAD, path: [HASH, 0, 106] } }),
});
function demand(value, form, at) {
  if (form instanceof RegExp) return must(form.test(JSON.stringify(value)), `${at} is not ${form}`);
  must(Array.isArray(value) === Array.isArray(form) && Object(value) === value, `${at} is of another kind`);
  if (Array.isArray(form)) {
    must(value.length >= form[1] && value.length <= form[2], `${at} has ${value.length} members`);
    return value.forEach((member, index) => demand(member, form[0], `${at}[${index}]`));
  }
  const names = new Map(Object.entries(form).map(([name, inner]) => [name.replace('?', ''), inner]));
  for (const name of Object.keys(value)) must(names.has(name), `${at} has the unknown ${name}`);
  for (const [name, inner] of names)
    if (Object.hasOwn(value, name) || !Object.hasOwn(form, `${name}?`))
      demand(value[name], inner, `${at}.${name}`);
}
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
// Whether a member that a list repeats belongs to the set each time or once is left open: each time is tried first.
const setHash = (hashes, once) => H('s', sorted(once ? [...new Set(hashes)] : hashes));
const isSet = ([, value]) => value.length > 0 && value.join?.('') !== '';
function blobHash(blob, stated) {
  const set = attributes(blob, 'blob').filter(isSet);
  const valueHash = (value, once) =>
    Array.isArray(value) ? setHash(value.filter(Boolean).map(textHash), once) : textHash(value);
  const by = (once) => H('d', sorted(set.map(([name, value]) => H('u', name) + valueHash(value, once))));
  return by(true) === stated ? stated : by(false);
}
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
// A path of another length than the one that the sizes demand leads to no root.
const below = (size) => 2 ** ((size - 1).toString(2).length - 1);
function climb(hash, path, number, size) {
  if (size === 1 || path.length === 0) return size === 1 && path.length === 0 ? hash : undefined;
  const [left, sent, rest] = [below(size), path.at(-1), path.slice(0, -1)];
  const half =
    number > left ? climb(hash, rest, number - left, size - left) : climb(hash, rest, number, left);
  return half && H(bytes(number > left ? `01${sent}${half}` : `01${half}${sent}`));
}
// RFC 9162, 2.1.4.1: both roots of a consistency proof. The smaller log's own root is known to whoever asks, and is not sent.
function grow(path, from, to, root) {
  if (from === to) return path.length === (root ? 0 : 1) ? [root ?? path[0], root ?? path[0]] : [];
  if (path.length === 0) return [];
  const [left, sent, rest] = [below(to), path.at(-1), path.slice(0, -1)];
  const [old, later] = from > left ? grow(rest, from - left, to - left) : grow(rest, from, left, root);
  if (old === undefined) return [];
  if (from > left) return [old, later].map((hash) => H(bytes(`01${sent}${hash}`)));
  return [old, H(bytes(`01${later}${sent}`))];
}
try {
  const [file, ownRoot] = process.argv.slice(2);
  // As a browser reads a file: a byte order mark before the text is no part of it.
  const bundle = JSON.parse(new TextDecoder().decode(readFileSync(file)));
  demand(bundle, bundleForm(bundle.version, bundle.register?.variant), 'the bundle');
  demand(ownRoot ?? bundle.checkpoint.rootHash, HASH, 'the root you named');
  const { entry, leaf, items, blob, checkpoint, growth } = bundle;
  const { entryNumber, indexEntryNumber, itemHashes, key, timestamp } = entry;
  const { logSize, rootHash } = checkpoint;
  const head = growth?.head ?? checkpoint;
  must(leaf.rule === 'item-json' || itemHashes.length === 1, 'the leaf rule writes one hash, and no list');
  must(are([key, timestamp], /^/), 'entry.key or entry.timestamp is not well-formed text');
  const numbers = [entryNumber, indexEntryNumber, logSize, head.logSize];
  must(numbers.every(Number.isSafeInteger), 'a number is above 9007199254740991');
  must(growth === undefined || logSize < head.logSize, 'growth.head is of no larger log');
  must(entryNumber <= logSize, 'entry.entryNumber is above checkpoint.logSize');
  const data = items?.map(itemHash) ?? [blobHash(blob, itemHashes[0])];
  const written = rules[leaf.rule](entry, itemHashes.map((hash) => `"sha-256:${hash}"`).join());
  const check = (what, computed, stated) => {
    say(`${computed === stated ? 'holds' : 'DOES NOT MATCH'}: ${what}`, `  ${computed}`, `  ${stated}`);
    if (computed !== stated) process.exitCode = 1;
  };
  const NO_ROOT = 'no root: the path has not the one length that the sizes demand';
  check('the data has the hash that the entry names', data.toSorted().join(), itemHashes.toSorted().join());
  check('the leaf bytes are the entry', Buffer.from(written).toString('hex'), leaf.bytes);
  const root = climb(H(bytes('00'), written), bundle.auditPath, entryNumber, logSize);
  check('the entry leads to the root by its proof', root ?? NO_ROOT, rootHash);
  const grown = growth && grow(growth.path, logSize, head.logSize, rootHash);
  if (growth) check('this log begins the later one', grown.join() || NO_ROOT, `${rootHash},${head.rootHash}`);
  if (ownRoot !== undefined) check('the root is the one you named', head.rootHash, ownRoot);
  say(`not verified: log size ${head.logSize}, which the file states: others can have a path of this form.`);
  if (ownRoot === undefined) say("not verified: that the root is the register's. Name one that you trust.");
} catch (error) {
  say(`This is no proof bundle that can be read: ${error.message}`);
  process.exitCode = 2;
}
