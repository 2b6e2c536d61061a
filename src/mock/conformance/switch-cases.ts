import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { Variant } from '../../core/model.ts';
import { BOTH, type ConformanceCase, type Row, casesOf, memberOf, same, under } from './case.ts';
import { PROOFS, provesEntries } from './checks.ts';
import { CSV, URANUS_HASH, paged } from './document-cases.ts';

const PAGE = '/entries?start=3&limit=2';
const LAST_PAGE = '/entries?start=11&limit=10';
const FIRST = '/entries?start=1&limit=10';
const RECORD = '/records/uranus';
const TRAIL = `${RECORD}/entries`;
const URANUS = `/items/${URANUS_HASH}`;
const ROOT = '/proof/register/merkle:sha-256';
const PROOF = '/proof/entries/3/15/merkle:sha-256';
const HTML = 'text/html;charset=UTF-8';
const TEXT = 'text/plain;charset=UTF-8';
const UNAVAILABLE = {
  status: 503,
  type: TEXT,
  sent: { 'retry-after': / GMT$/, 'access-control-expose-headers': 'Link, Retry-After' },
};
const ALTERED = { has: ['"Uranua"'], lacks: ['"Uranus"'] };

/** Uranus is the newest of 15 but one, and has the entries 7, 11 and 14; the newest is of another key. */
const ANY: readonly Row[] = [
  // Lists of broken servers.
  ['links from the last page to the first', `+links-circle${LAST_PAGE}`, { link: paged(FIRST, FIRST) }],
  ['links from the only page to itself', `+links-circle${TRAIL}`, { link: paged(`${TRAIL}?page-index=1`) }],
  ['links back', `+links-back${LAST_PAGE}`, { link: paged(FIRST, FIRST) }],
  [
    'links to another site',
    '+links-away/records',
    { sent: { link: /^<https:\/\/elsewhere\.registers\.example\/.*page-index=2>; rel="next"$/ } },
  ],
  [
    'begins again after the last page, and goes on',
    '+links-endless/entries?start=16&limit=10',
    { count: 10, sent: { link: /\/entries\?start=26&limit=10>; rel="next"/ } },
  ],
  [
    'begins again after the last page, and goes on',
    '+links-endless/records?page-size=5&page-index=3',
    { has: ['"Mercury"'], sent: { link: /page-index=4&page-size=5>; rel="next"/ } },
  ],
  ['does not have the last ones', '+log-cut/entries/14', { status: 404 }],
  ['ends early', '+log-cut/entries?start=12', { numbers: [12, 13] }],
  ['leaves out the second', '+entries-skipped/records/uranus/entries', { numbers: [7, 14] }],
  ['has the second twice', '+entries-repeated/records/uranus/entries', { numbers: [7, 11, 11, 14] }],
  ['goes from the last to the first', '+entries-reversed/records/uranus/entries', { numbers: [14, 11, 7] }],
  // Numbers that are none.
  ['adds 2^53', '+numbers-huge/entries/15', { has: ['"entry-number":9007199254741007,'] }],
  ['has an exponent', '+numbers-exponent/entries/15', { has: ['"entry-number":15e0,'] }],
  ['is hexadecimal', '+numbers-hex/entries/15', { has: ['"entry-number":"0xf",'] }],
  ['has other digits', '+numbers-other-digits/entries/15', { has: ['"entry-number":"١٥",'] }],
  // Answers of broken servers. What needs a connection to break or to wait is each host's own.
  ['is deep', '+deep-json/entries/15', { has: ['['.repeat(50_000)] }],
  ['is a page of HTML with status 200', '+web-page/entries/15', { type: HTML, has: ['<h1>'] }],
  [
    'asks for patience in seconds',
    '+too-many-requests/entries/15',
    { status: 429, type: TEXT, sent: { 'retry-after': '120' } },
  ],
  ['asks for patience by a date', '+unavailable/entries/15', UNAVAILABLE],
  ['answers errors in HTML', '+html-errors/records/vulcan', { status: 404, type: HTML }],
  // One endpoint alone.
  [
    'fails where the switch says so, however it is written',
    `+unavailable@record${RECORD} +unavailable%40entry/entries/15 +unavailable@entry/entries/15.json/ +other-record+unavailable@trail${TRAIL}`,
    UNAVAILABLE,
  ],
  [
    'is true where the switch is about something else',
    `+unavailable@record${TRAIL} +forged-record${TRAIL}`,
    { numbers: [7, 11, 14] },
  ],
  [
    'is true where the switch is about something else',
    '+unavailable@records/entries/15 +rollback@trail/entries/15',
    { numbers: [15] },
  ],
  ['two endpoints have a fault of their own', '+unavailable@item+web-page@entry/entries/15', { type: HTML }],
  ['a behaviour is at its endpoint alone', '+small-pages@entries/entries', { count: 10 }],
  ['another history is told at its endpoint alone', `+rollback@trail${TRAIL}`, { numbers: [7, 11] }],
  // Records that disagree with their trails.
  [
    'has other data',
    `+forged-record${RECORD} +forged-record+short-trail${RECORD} +altered-item${RECORD}`,
    ALTERED,
  ],
  [
    'has the data of another key under the asked one',
    `+other-record${RECORD} +other-record+unavailable@trail${RECORD}`,
    { keys: ['uranus'], has: ['"Neptune"'], lacks: ['"Uranus"'] },
  ],
  ['is not found where there is no such key', '+other-record/records/vulcan', { status: 404 }],
  [
    'leaves out the last',
    `+short-trail${TRAIL} +forged-record+short-trail${TRAIL} +stale-record${TRAIL}`,
    { numbers: [7, 11] },
  ],
  // What is no switch.
  [
    'names the endpoints there are',
    under('+unavailable@', 'nowhere entry@item', '/entries/15'),
    { status: 404, has: ['"endpoints":[', '"record"', '"trail"', '"register-proof"'] },
  ],
  [
    'names the endpoints there are',
    '+unavailable@/entries/15',
    { status: 404, has: ['"endpoints":[', '"record"', '"trail"', '"register-proof"'] },
  ],
  [
    'names the switches there are',
    '+nonsense@entry/entries/15 +nonsense/entries/15 +/entries/15 +link-none+/entries/15',
    { status: 404, has: ['"switches":[', '"forged-record"', '"late"'] },
  ],
];

const ITEMS: readonly Row[] = [
  [
    'links by the query alone',
    `+link-relative${PAGE}`,
    { link: '<?start=5&limit=2>; rel="next", <?start=1&limit=2>; rel="previous"' },
  ],
  ['sends no links', `+link-none${PAGE}`, { link: null }],
  [
    'links by whole addresses',
    `+link-absolute${PAGE}`,
    { sent: { link: /^<https?:\/\/[^/]+\/[^>]*\/entries\?start=5&limit=2>; rel="next", </ } },
  ],
  [
    'does not expose its links',
    `+link-hidden${PAGE}`,
    { sent: { link: /next/, 'access-control-expose-headers': null, 'access-control-allow-origin': '*' } },
  ],
  [
    'links to itself and before the beginning',
    `+link-loop${PAGE}`,
    { link: paged(PAGE, '/entries?start=0&limit=2') },
  ],
  [
    'links truly all the same',
    '+link-loop/records?page-size=8',
    { link: paged('/records?page-index=2&page-size=8') },
  ],
  [
    'sends a deprecation link first and no space after its comma',
    '+deprecation-link/entries?limit=14',
    {
      link: `<https://registers.example/deprecated>; rel="deprecation",${paged('/entries?start=15&limit=14')}`,
    },
  ],
  ['sends numbers as numbers', '+numbers-as-numbers/entries/1', { at: { '0.entry-number': 1 } }],
  ['sends numbers as strings', `+numbers-as-strings${RECORD}`, { at: { 'uranus.entry-number': '14' } }],
  ['sends counts as strings', '+numbers-as-strings/register', { at: { 'total-entries': '15' } }],
  ['has 10 entries a page', '+small-pages/entries', { link: paged('/entries?start=11') }],
  ['is not found', '+no-items-list/items +no-summary/register', { status: 404 }],
  ['is found', `+no-items-list${URANUS}`],
  ['calls the cursor start', '+cursor-start+small-pages/items', { link: paged('/items?start=cGFnZTox') }],
  ['links from the only page to itself', '+links-circle/items', { link: paged('/items?cursor=cGFnZTow') }],
  [
    'redirects to the address with a slash',
    '+redirects/records?page-size=2',
    { status: 302, type: null, sent: { location: /\/v2\+redirects\/records\/\?page-size=2$/ } },
  ],
  ['answers with a slash', '+redirects/records/?page-size=2'],
  ['answers with a suffix and a slash', '+redirects/records.csv/', { type: CSV }],
  ['serves a changed value under the true hash', `+altered-item${URANUS}`, { at: { name: 'Uranua' } }],
  ['shows another timestamp', '+altered-entry/entries/14', { has: ['"2025-03-31T10:02:20Z"'] }],
  ['has its true number', `+forged-record${RECORD}`, { numbers: [14] }],
  ['has the number of the other', `+other-record${RECORD}`, { numbers: [15] }],
  ['is true elsewhere', '+forged-record/records/moons/28', { has: ['"Uranus"'], lacks: ['"Uranua"'] }],
  ['serves the version before the latest', `+stale-record${RECORD}`, { numbers: [11] }],
  ['has the latest version in the log', '+stale-record/entries/14', { numbers: [14] }],
  [
    'states the head of an earlier log',
    `+stale-root${ROOT} +rollback${ROOT} +rollback/register`,
    { at: { 'total-entries': 13 } },
  ],
  ['has no entry that came later', '+rollback/entries/14', { status: 404 }],
  [
    'proves nothing about a size it does not have',
    '+rollback/proof/consistency/13/15/merkle:sha-256',
    { status: 400 },
  ],
  [
    'changes the last digit of the first hash',
    '+altered-consistency/proof/consistency/8/15/merkle:sha-256',
    {
      at: {
        'merkle-consistency-nodes': [
          'sha-256:51bd38e4a85f583aea4d52ef0f65a7f65abfaad418f2451aa557129f39b82c00',
        ],
      },
    },
  ],
  [
    'has nothing to change between equal sizes',
    '+altered-consistency/proof/consistency/15/15/merkle:sha-256',
    { at: { 'merkle-consistency-nodes': [] } },
  ],
  [
    'states another root for the same size',
    `+fork${ROOT}`,
    {
      at: {
        'total-entries': 15,
        'root-hash': 'sha-256:2b1e311ad986bcb25755b318227594ed477e7c913f437d348c1fcc295adb8d73',
      },
    },
  ],
  [
    'has other data in the middle entry',
    '+fork/entries/8',
    {
      check: async ({ body }, get) => {
        const hash = String(memberOf(JSON.parse(body), '0.item-hash.0'));
        same(memberOf(await get(`/items/${hash}`), 'name'), 'Neptuna', 'name');
      },
    },
  ],
  ['has one entry more', '+fork-longer/register', { at: { 'total-entries': 16, 'total-records': 9 } }],
  ['is of the same key', '+fork-longer/entries/16', { keys: ['neptune'] }],
  [
    'has 64 hashes',
    `+long-proof${PROOF}`,
    { at: { 'merkle-audit-path.63': /./, 'merkle-audit-path.64': null } },
  ],
  [
    'is of nine tenths of the log',
    `+other-moment${PROOF}`,
    {
      at: {
        'merkle-audit-path.3': 'sha-256:b9adfb09e4f5747cde30a012c6726dc4f198cf27b6d23c5ab5b7be7e59d045e8',
        'merkle-audit-path.4': null,
      },
    },
  ],
  ['breaks off', '+truncated-json/records', { text: /^\{"mercury".*[^}]$/s }],
  ['is plain text', '+wrong-type/register', { type: TEXT, text: 'Register undefined' }],
  ['is a page of HTML', '+not-found-html/register', { status: 404, type: HTML }],
  ['fails with the filter', '+unavailable@records/records/moons/0', UNAVAILABLE],
  ['fails with the summary', '+unavailable@summary/register', UNAVAILABLE],
  ['is true where the summary fails', `+unavailable@summary${PROOF}`],
  [
    'is true, so that the register opens',
    under(
      '+',
      `stall stall-body broken-off endless-body gzip-bomb wrong-length deep-json web-page too-many-requests
       unavailable fails-once`,
      '/register',
    ),
    { at: { 'total-entries': 15 } },
  ],
  [
    'has no switch and no endpoint of the other variant',
    '+leaf-hex/register +unavailable@snapshot/entries/15',
    { status: 404, lacks: ['"leaf-hex"', '"snapshot"'] },
  ],
];

const BLOBS: readonly Row[] = [
  [
    'loses the filter in its links',
    '+link-drops-filter/records?name=moons&value=0&page-size=1',
    { link: paged('/records?page-index=2&page-size=1') },
  ],
  ['is at /proofs/entry', '+proofs-entry-spelling/proofs/entry/1/1', { text: '{"audit-path":[]}' }],
  [
    'is not found',
    '+proofs-entry-spelling/proofs/entries/1/1 /proofs/entry/1/1 +no-summary/context',
    { status: 404 },
  ],
  [
    'has id for codec, no licence and an empty status',
    '+sparse-context/context',
    { at: { 'hashing-algorithm.id': 'sha2-256', licence: null, status: {} } },
  ],
  [
    'is a list of the latest entries',
    '+snapshot-entries/snapshots/11',
    { numbers: [1, 2, 3, 4, 5, 6, 11, 8, 10] },
  ],
  [
    'states another root for the same size',
    '+fork/proofs/register',
    {
      at: {
        'total-entries': 15,
        'root-hash': '1220e2c70e72bf77f6b15fbc49f0ea53cf2ab2962c4e388c9c23ee7e52a589d9d292',
      },
    },
  ],
  [
    'counts what there was, and says the root of that',
    '+rollback/context +rollback/proofs/register',
    {
      has: [
        '"total-entries":13',
        '"root-hash":"1220b035c371d28abcb0a982f3ccad8b4efda4ca116333083cdaaadaeca1fe2039e9"',
      ],
    },
  ],
  ['fails with the filter', '+unavailable@records/records?name=moons&value=0', UNAVAILABLE],
  ['fails with the summary', '+unavailable@summary/context', UNAVAILABLE],
  ['is true where the summary fails', '+unavailable@summary/proofs/entries/3/15'],
];

/** Which proofs hold by which leaf rule: all, all but that of the altered entry, or none. */
const LEAF_RULES: readonly (readonly [
  Variant,
  LeafRuleId,
  switches: string,
  isWrong?: (n: number) => boolean,
])[] = [
  ['item', 'item-json-2016', '+leaf-2016'],
  ['blob', 'blob-multihash', '+leaf-hex+leaf-multihash'],
  ['blob', 'blob-hex', '+leaf-hex'],
  ['blob', 'blob-digest', '+leaf-digest'],
  ['item', 'item-json', '+altered-item'],
  ['item', 'item-json', '+altered-proof', (n) => n === 14],
  ['blob', 'blob-multihash', '+altered-proof', (n) => n === 14],
  ['item', 'item-json', '+altered-entry', (n) => n === 14],
  ['blob', 'blob-multihash', '+altered-entry', (n) => n === 14],
  ['item', 'item-json', '+altered-root', () => true],
];

/** SWITCH_CASES are what behaviours and faults change; `slow`, `late` and `dead` are each host's own. */
export const SWITCH_CASES: readonly ConformanceCase[] = [
  ...casesOf(BOTH, ANY),
  ...casesOf(['item'], ITEMS),
  ...casesOf(['blob'], BLOBS),
  ...LEAF_RULES.flatMap(([variant, rule, switches, isWrong = () => false]) =>
    casesOf(
      [variant],
      [
        [
          `connects entries to the stated root by ${rule} where they are not altered`,
          switches + `${PROOFS[variant].entry}1/15${PROOFS[variant].id}`,
          { check: provesEntries(variant, rule, isWrong) },
        ],
      ],
    ),
  ),
];
