import { createSHA256 } from 'hash-wasm';
import { formatHash, type Hash, hashFromBytes } from '../core/hash.ts';
import { KNOWN_LOGS, type KnownLog } from '../core/known-log.ts';
import type { Item } from '../core/model.ts';
import { replaceSha256, sha256 } from '../core/sha256.ts';
import { utf8 } from '../core/utf8.ts';
import type { AuditHasher } from '../verify/audit-result.ts';
import { answerCalls, type Port } from '../verify/worker-bridge.ts';
import { LogHost } from './log-host.ts';
import type { PageDecoder } from './log-pages.ts';

/** LogCalls are the methods of a log's worker: those of its host. */
export type LogCalls = {
  readonly [Name in keyof LogHost]: (args: Parameters<LogHost[Name]>) => ReturnType<LogHost[Name]>;
};

/**
 * serveLogHost answers calls to a log host on a port, after reporting the hasher in use, or that
 * none computes correctly.
 */
export function serveLogHost(port: Port, decoder: PageDecoder): Promise<void> {
  return answerCalls(callsOf(new LogHost(decoder)), port, () => proveHashing(decoder));
}

/** callsOf returns the methods of a host. */
export function callsOf(host: LogHost): LogCalls {
  const methods = Object.getOwnPropertyNames(LogHost.prototype).map((name) => [
    name,
    (args: readonly never[]) =>
      (host[name as keyof LogHost] as (...args: readonly unknown[]) => unknown)(...args),
  ]);
  return Object.fromEntries(methods) as LogCalls;
}

/** proveHashing returns the hasher of this thread. Throws Error if hosts compute hashes wrongly with it. */
export async function proveHashing(decoder: PageDecoder): Promise<AuditHasher> {
  const hasher = await hashInBulk();
  proveHost(new LogHost(decoder));
  return hasher;
}

/** VECTORS are the test vectors of FIPS 180-2, appendix B: one block, two blocks, and a million bytes. */
const VECTORS: readonly (readonly [string, string])[] = [
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
];

/**
 * hashInBulk makes core use hash-wasm in this thread, or @noble/hashes if WebAssembly is refused
 * (by a policy, or a browser without it), and returns which. Throws Error if it does not
 * reproduce the published vectors.
 */
export async function hashInBulk(): Promise<AuditHasher> {
  const wasm = await createSHA256().catch(() => undefined);
  if (wasm) replaceSha256((bytes) => wasm.init().update(bytes).digest('binary'));
  const name = wasm ? 'hash-wasm' : '@noble/hashes';
  for (const [text, expected] of VECTORS)
    if (hashFromBytes(sha256(utf8(text))) !== expected)
      throw new Error(`this browser computes hashes wrongly with ${name}`);
  return name;
}

const OTHER = '0'.repeat(64) as Hash;

/**
 * proveHost tests a host on logs whose hashes are known, with every way to add data, right and wrong data,
 * and right and wrong roots. It throws Error if a result is wrong.
 */
export function proveHost(host: LogHost): void {
  for (const known of KNOWN_LOGS) {
    const { variant, leafRule, item, itemHash, root } = known;
    const pages = knownPages(known);
    const ways = [
      (data: Item) => host.items(pages.items(data)),
      (data: Item) => host.items(pages.item(data), itemHash),
      (data: Item) => host.records(pages.records(data)),
    ];
    for (const way of ways) {
      const find = (data: Item): string => {
        host.open({ variant, leafRule, keepsData: true });
        host.entries(pages.entries(), 3);
        way(data);
        const [is, isNot] = [root, OTHER].map(
          (rootHash) => host.rootFor({ logSize: 3, rootHash })?.root === rootHash,
        );
        return [is, isNot, host.findings().count].join();
      };
      const found = [find(item), find(new Map([...item, ['foo', 'abd']]))].join(' ');
      if (found !== 'true,false,0 true,false,1')
        throw new Error(`this browser computes hashes wrongly: a known log came out as ${found}`);
    }
  }
}

/**
 * knownPages returns the bodies in which a server sends a known log. Data is listed under the
 * hash that the entries name.
 */
function knownPages({ variant, entries, itemHash }: KnownLog) {
  const name = formatHash(itemHash, variant);
  const body = (value: unknown): Uint8Array => utf8(JSON.stringify(value));
  const one = (item: Item): object => ({
    ...Object.fromEntries(item),
    ...(variant === 'blob' && { _id: name }),
  });
  return {
    entries: () =>
      body(
        entries.map(({ entryNumber, timestamp, key }) => ({
          'entry-number': String(entryNumber),
          'entry-timestamp': timestamp,
          key,
          ...(variant === 'item' ? { 'item-hash': [name] } : { 'blob-hash': name }),
        })),
      ),
    item: (item: Item) => body(one(item)),
    items: (item: Item) => body(variant === 'item' ? { [name]: one(item) } : [one(item)]),
    records(item: Item) {
      const data = Object.fromEntries(item);
      const fact = { key: 'k', 'entry-number': 1, 'entry-timestamp': '2016-04-05T13:23:05Z', item: [data] };
      return body(variant === 'item' ? { k: fact } : [{ ...data, _id: 'k' }]);
    },
  };
}
