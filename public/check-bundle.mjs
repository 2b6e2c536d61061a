// Checks a proof bundle, a misbehaviour report or an audit report of Register Explorer without a network:
// node check-bundle.mjs FILE [the root hash that you trust]
// Exit status 0: all that was computed matches; 1: something does not; 2: the file could not be checked.
import must from 'node:assert';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
const H = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
const say = (...lines) =>
  process.stdout.write(lines.map((line) => `${line.replace(/[^ -~]/g, '?')}\n`).join(''));
// Nothing is hashed before it was looked at, from end to end.
const are = (texts, form) => texts.every((t) => typeof t === 'string' && t.isWellFormed() && form.test(t));
function bytes(hex) {
  must(are([hex], /^([0-9a-f]{2})*$/), 'odd hex');
  return Buffer.from(hex, 'hex');
}
const sorted = (hashes) => bytes(hashes.toSorted().join(''));
// The forms of the files, written short: a value's JSON has this form; a list [form, least, most]; an object has these names, ? may be missing.
const [TEXT, POSITION, SIZE, HASH] = [/^"/, /^[1-9]\d{0,15}$/, /^(0|[1-9]\d{0,15})$/, /^"[0-9a-f]{64}"$/];
const [TIME, HEX] = [/^"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z"$/, /^"([0-9a-f]{2})+"$/];
const HEAD = { logSize: POSITION, rootHash: HASH };
const SIGNED = { note: TEXT, keys: [TEXT, 1, 100] };
const SEEN = { logSize: SIZE, rootHash: HASH, seenAt: TIME, 'signed?': SIGNED };
const PATH = [HASH, 0, 53];
const OUTCOME = /^"(holds|does-not-match|cannot-check|not-checked)"$/;
const VERDICT = { outcome: OUTCOME, 'reason?': TEXT, 'expected?': HASH, 'computed?': HASH };
const KIND =
  /^"(another root for the same size|the log is shorter than it was|the new log does not begin with the old one)"$/;
const ENTRY = {
  entryNumber: POSITION,
  indexEntryNumber: POSITION,
  timestamp: TEXT,
  key: TEXT,
  itemHashes: [HASH, 1, 1000],
};
const register = { address: TEXT, variant: /^"(item|blob)"$/, place: TEXT };
const envelope = (version) => ({ format: TEXT, version, 'about?': TEXT, madeAt: TIME });
const forms = {
  'register-proof-bundle': ({ version, register: from }) => ({
    ...envelope(/^[12]$/),
    register: { title: TEXT, ...register },
    entry: ENTRY,
    ...(from?.variant === 'item' ? { items: [TEXT, 1, 1000] } : { blob: /^\{/ }),
    leaf: {
      rule: from?.variant === 'item' ? /^"item-json(-2016)?"$/ : /^"blob-(multihash|hex|digest)"$/,
      bytes: HEX,
    },
    auditPath: PATH,
    checkpoint: HEAD,
    'signed?': SIGNED,
    verdicts: { data: VERDICT, entry: VERDICT },
    // Version 2 is about an earlier size of the log; the published root is that of the later one.
    ...(version === 2 && { growth: { head: HEAD, path: [HASH, 0, 106] } }),
  }),
  'register-misbehaviour-report': ({ version }) => ({
    ...envelope(/^[23]$/),
    register,
    kind: KIND,
    // In version 3 the author of the report may have imported the old head from a file.
    old: { ...SEEN, ...(version === 3 && { imported: /^true$/ }) },
    new: SEEN,
    'consistency?': {
      from: POSITION,
      to: POSITION,
      path: [HASH, 0, 1000],
      'computedFromRoot?': HASH,
      'computedToRoot?': HASH,
    },
    addresses: { head: TEXT, 'consistency?': TEXT },
  }),
  'register-audit-report': () => ({
    ...envelope(/^2$/),
    register,
    auditedAt: TIME,
    'leafRule?': /^"(item-json(-2016)?|blob-(multihash|hex|digest))"$/,
    head: HEAD,
    'rebuiltRoot?': HASH,
    entries: [{ entry: ENTRY, leafBytes: HEX, expected: HASH, auditPath: PATH }, 0, 100],
    findings: [TEXT, 0, 100],
    findingCount: POSITION,
  }),
};
function demand(value, form, at) {
  if (form instanceof RegExp) {
    must(typeof value !== 'number' || Number.isSafeInteger(value), `${at} is above 9007199254740991`);
    must(form.test(JSON.stringify(value)), `${at} is not ${form}`);
    return;
  }
  must(Array.isArray(value) === Array.isArray(form) && Object(value) === value, `${at} is of another kind`);
  if (Array.isArray(form)) {
    must(value.length >= form[1] && value.length <= form[2], `${at} has ${value.length} members`);
    for (const [index, member] of value.entries()) demand(member, form[0], `${at}[${index}]`);
    return;
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
  must(text === written, `items[${index}] is not canonical JSON`);
  return H(text);
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
const NO_ROOT = 'no root: the path has not the one length that the sizes demand';
const claim = (what, holds, ...hashes) => {
  say(`${holds ? 'holds' : 'DOES NOT MATCH'}: ${what}`, ...hashes.map((hash) => `  ${hash}`));
  if (!holds) process.exitCode = 1;
};
const check = (what, computed, stated) => claim(what, computed === stated, computed, stated);
// The bytes of an entry by a leaf rule; undefined if the rule cannot write it.
const write = (rule, entry) =>
  rule === 'item-json' || entry.itemHashes.length === 1
    ? Buffer.from(rules[rule](entry, entry.itemHashes.map((hash) => `"sha-256:${hash}"`).join()))
    : undefined;
// C2SP signed-note and tlog-cosignature: a text, an empty line, and signatures by keys that a line each describes.
function base64(text) {
  const read = Buffer.from(text, 'base64');
  must(read.toString('base64') === text, `not base64: ${text}`);
  return read;
}
// A point of small order, or with a y that is not below 2^255-19: with such a key one signature can be of any text.
const SMALL_ORDER_Y = new Set([
  '0'.repeat(64),
  `01${'0'.repeat(62)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'f'.repeat(60)}7f`,
]);
function isStrictPoint(point) {
  const y = Buffer.from([...point.subarray(0, 31), point[31] & 0x7f]).toString('hex');
  return !SMALL_ORDER_Y.has(y) && !/^(e[d-f]|f.)(ff){30}7f$/.test(y);
}
const NAME = String.raw`[^\p{White_Space}\p{Cc}\p{Cs}+]+`;
function readKey(line) {
  const [, name, id, key = ''] =
    new RegExp(String.raw`^(${NAME})\+([0-9a-f]{8})\+(.+)$`, 'u').exec(line.trim()) ?? [];
  const typed = base64(key);
  must(typed.length === 33 && [1, 4].includes(typed[0]), `no Ed25519 key: ${line}`);
  must(id === H(`${name}\n`, typed).slice(0, 8), `another key ID than that of ${name}`);
  must(isStrictPoint(typed.subarray(1)), `a key with which anybody can sign: ${line}`);
  const der = Buffer.concat([bytes('302a300506032b6570032100'), typed.subarray(1)]);
  return { name, id, type: typed[0], key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
}
function checkSigned({ note, keys }, { logSize, rootHash }) {
  must(are([note], /^.{0,1000000}$/s), 'a signed note is no text, or too long');
  must(
    [...note].every((c) => c >= ' ' || c === '\n'),
    'a signed note has control characters',
  );
  const ended = note.endsWith('\n') ? note : `${note}\n`;
  const end = ended.lastIndexOf('\n\n');
  const [text, lines] = [ended.slice(0, end + 1), ended.slice(end + 2, -1).split('\n')];
  const [origin, size, root, ...more] = text.slice(0, -1).split('\n');
  must(end > 0 && origin && SIZE.test(size) && Number.isSafeInteger(+size), 'a signed note is of no head');
  must(
    root?.length === 44 && base64(root).length === 32 && !more.includes(''),
    'a signed note is of no head',
  );
  must(lines.length <= 100, 'a signed note has more than 100 signatures');
  const signatures = lines.map((line) => {
    const [, name, sent = ''] = new RegExp(`^\u2014 (${NAME}) ([^ ]+)$`, 'u').exec(line) ?? [];
    must(base64(sent).length > 4, 'a signed note ends in no signature');
    return { name, sent: base64(sent) };
  });
  const known = keys.map(readKey);
  claim('the signed note is of this head', +size === logSize && base64(root).toString('hex') === rootHash);
  for (const { name, id, type, key } of known) {
    const own = signatures.filter((one) => one.name === name && one.sent.toString('hex', 0, 4) === id);
    const isValid = own.every(({ sent }) => {
      if (sent.length !== (type === 1 ? 68 : 76) || !isStrictPoint(sent.subarray(-64, -32))) return false;
      if (type === 1) return verify(null, Buffer.from(text), key, sent.subarray(4));
      const seconds = sent.readBigUInt64BE(4);
      const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
      return seconds <= 8_640_000_000_000n && verify(null, message, key, sent.subarray(12));
    });
    claim(`${name} (${id}) signed it`, own.length > 0 && isValid);
  }
  return origin;
}
const leafHash = (written) => H(bytes('00'), written);
function demandEntry({ entryNumber, key, timestamp }, logSize) {
  must(are([key, timestamp], /^/), 'the key or the timestamp of an entry is not well-formed text');
  must(entryNumber <= logSize, `entry ${entryNumber} is not in a log of ${logSize} entries`);
}
function checkBundle({ entry, leaf, items, blob, checkpoint, growth, auditPath, signed }) {
  const { logSize, rootHash } = checkpoint;
  const head = growth?.head ?? checkpoint;
  demandEntry(entry, logSize);
  must(growth === undefined || logSize < head.logSize, 'growth.head is of no larger log');
  const written = write(leaf.rule, entry);
  must(written, 'the leaf rule writes one hash, and no list');
  const data = items?.map(itemHash) ?? [blobHash(blob, entry.itemHashes[0])];
  check(
    'the data has the hash that the entry records',
    data.toSorted().join(),
    entry.itemHashes.toSorted().join(),
  );
  check('the leaf bytes are the entry', written.toString('hex'), leaf.bytes);
  const root = climb(leafHash(written), auditPath, entry.entryNumber, logSize);
  check('the entry proof gives the root hash', root ?? NO_ROOT, rootHash);
  const grown = growth && grow(growth.path, logSize, head.logSize, rootHash);
  if (growth) check('this log begins the later one', grown.join() || NO_ROOT, `${rootHash},${head.rootHash}`);
  if (signed) checkSigned(signed, head);
  return [head.rootHash];
}
let isByRoots = true;
function checkReport({ kind, old, new: later, consistency }) {
  const [from, to] = old.logSize < later.logSize ? [old, later] : [later, old];
  const between =
    consistency?.from === from.logSize && consistency.to === to.logSize && from.logSize < to.logSize;
  const roots = between ? grow(consistency.path, from.logSize, to.logSize, from.rootHash) : [];
  if (kind.startsWith('another')) {
    claim('both heads are of one size', old.logSize === later.logSize);
    claim('the two roots are different', old.rootHash !== later.rootHash);
  } else if (kind.startsWith('the log')) {
    claim('the later log is shorter', later.logSize < old.logSize);
  } else {
    claim('the later log is larger', old.logSize < later.logSize);
    must(
      between || old.logSize >= later.logSize,
      'the report holds no consistency proof between its two sizes',
    );
    const leads = roots[0] === from.rootHash && roots[1] === to.rootHash;
    if (between) claim('the consistency proof does not lead to both roots', !leads);
  }
  // A later root commits to its beginning, whoever sent the proof that shows it.
  isByRoots =
    old.logSize === later.logSize
      ? old.rootHash !== later.rootHash
      : roots[0] !== from.rootHash && roots[1] === to.rootHash;
  if (old.imported) say('not verified: that anyone saw the old root. The author of this file imported it.');
  const origins = [old, later].flatMap((head) => (head.signed ? [checkSigned(head.signed, head)] : []));
  if (origins.length > 1) claim('both signed notes are of one log', origins[0] === origins[1]);
  return [old.rootHash, later.rootHash];
}
function checkAuditReport({ head, leafRule, register: { variant }, entries }) {
  must(entries.length > 0, 'the report holds no entry: audit the register to see whether it is so');
  must(leafRule?.startsWith(variant), 'the report states no leaf rule of its register');
  for (const { entry } of entries) {
    demandEntry(entry, head.logSize);
    must(write(leafRule, entry), 'the leaf rule writes one hash, and no list');
  }
  for (const { entry, leafBytes, expected, auditPath } of entries) {
    const { entryNumber } = entry;
    const written = write(leafRule, entry);
    check(`the leaf bytes are entry ${entryNumber} as it was sent`, written.toString('hex'), leafBytes);
    const byAnyRule = Object.keys(rules).filter((rule) => rule.startsWith(variant) && write(rule, entry));
    const another = byAnyRule.every((rule) => leafHash(write(rule, entry)) !== expected);
    claim('its leaf hash is another than the expected one, by every leaf rule', another);
    const root = climb(expected, auditPath, entryNumber, head.logSize);
    check('the expected leaf hash gives the root hash in its place', root ?? NO_ROOT, head.rootHash);
  }
  return [head.rootHash];
}
const checks = {
  'register-proof-bundle': checkBundle,
  'register-misbehaviour-report': checkReport,
  'register-audit-report': checkAuditReport,
};
try {
  const [name, ownRoot] = process.argv.slice(2);
  must(name, 'name it: node check-bundle.mjs FILE [ROOT-HASH]');
  // As a browser reads a file: a byte order mark before the text is not part of it.
  const file = JSON.parse(new TextDecoder().decode(readFileSync(name)));
  const known = Object.keys(forms).find((format) => format === file?.format);
  must(known, 'it is neither a proof bundle nor a report');
  demand(file, forms[known](file), 'the file');
  if (ownRoot !== undefined) demand(ownRoot, HASH, 'the root hash that you trust');
  const roots = checks[known](file);
  if (ownRoot !== undefined) claim('the root hash that you trust is in the file', roots.includes(ownRoot));
  else say("not verified: that the root hash is the register's. Name one that you trust.");
  say('not verified: log sizes, which the file states: others can have a path of this form.');
  const isSigned = [file, file.old, file.new].some((part) => part?.signed);
  if (isSigned && !isByRoots)
    say(
      'not verified: the proof between the two logs. It is unsigned: it is stated by the author of this file.',
    );
  if (isSigned)
    say('not verified: whose keys signed this. Ask the witnesses whether the keys in the file are theirs.');
  else if (known !== 'register-proof-bundle')
    say(
      'not verified: that the register sent this. It signs nothing: somebody else has to have seen it too.',
    );
} catch (error) {
  say(
    `This file could not be checked: ${error.code === 'ENOENT' ? 'there is none at this path' : error.message}`,
  );
  process.exitCode = 2;
}
