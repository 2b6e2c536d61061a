import { redirects } from './before.ts';
import { htmlErrors, linkHidden } from './responses.ts';
import type { Switch } from './switch.ts';

/** MANNERS are the ways of honest servers that differ from the API document, or that it leaves open (wire notes). */
export const MANNERS: readonly Omit<Switch, 'kind'>[] = [
  {
    id: 'link-absolute',
    title: 'Absolute links',
    description: 'Link targets are whole addresses.',
    manner: { links: 'absolute' },
  },
  {
    id: 'link-relative',
    title: 'Query-only links',
    description: 'Next and previous links are a query alone: <?start=101>.',
    manner: { links: 'query' },
  },
  { id: 'link-none', title: 'No links', description: 'No Link header is sent.', manner: { links: 'none' } },
  {
    id: 'link-hidden',
    title: 'Hidden links',
    description: 'Link is sent, but pages of other origins may not read it.',
    after: linkHidden,
  },
  {
    id: 'link-raw-key',
    title: 'Unescaped keys in links',
    description: 'The version-history link holds the key as it is, a slash included.',
    manner: { linkKeys: 'raw' },
  },
  {
    id: 'link-loop',
    title: 'Links that lead nowhere',
    description:
      'In /entries every next link points at its own page, every previous link at one before the first.',
    manner: { nextLinks: 'loop' },
  },
  {
    id: 'link-drops-filter',
    title: 'Links without the filter',
    description: 'Next and previous links of /records?name=&value= lose name and value.',
    variant: 'blob',
    manner: { nextLinks: 'forget' },
  },
  {
    id: 'deprecation-link',
    title: 'Deprecation link',
    description: 'A link with rel="deprecation" comes first, with no space after its comma.',
    manner: { deprecation: true },
  },
  {
    id: 'numbers-as-strings',
    title: 'Numbers as strings',
    description: 'Every integer is a string of digits.',
    manner: { numbers: 'strings' },
  },
  {
    id: 'numbers-as-numbers',
    title: 'Numbers as numbers',
    description: 'Every integer is a JSON number, in v2 entries too.',
    manner: { numbers: 'numbers' },
  },
  {
    id: 'leaf-multihash',
    title: 'Leaf: multihash',
    description:
      'Leaves are hashed over the blob hash as 34 multihash bytes: the published rule, and the default.',
    variant: 'blob',
    manner: { leafRule: 'blob-multihash' },
  },
  {
    id: 'leaf-hex',
    title: 'Leaf: hexadecimal text',
    description: 'Leaves are hashed over the blob hash as 64 letters: the rule of the reference server.',
    variant: 'blob',
    manner: { leafRule: 'blob-hex' },
  },
  {
    id: 'leaf-digest',
    title: 'Leaf: plain digest',
    description: 'Leaves are hashed over the blob hash as 32 bytes: an older proposal.',
    variant: 'blob',
    manner: { leafRule: 'blob-digest' },
  },
  {
    id: 'leaf-2016',
    title: 'Leaf: before 2017',
    description: 'Leaves are written as before 2017, without index-entry-number and with one item hash.',
    variant: 'item',
    manner: { leafRule: 'item-json-2016' },
  },
  {
    id: 'snapshot-entries',
    title: 'Snapshots as entries',
    description: '/snapshots/{log-size} lists entries in place of records.',
    variant: 'blob',
    manner: { snapshots: 'entries' },
  },
  {
    id: 'proofs-entry-spelling',
    title: '/proofs/entry',
    description: 'Entry proofs are at /proofs/entry/{n}/{size}; /proofs/entries is not found.',
    variant: 'blob',
    manner: { proofSegment: 'entry' },
  },
  {
    id: 'cursor-start',
    title: 'Cursor called start',
    description: 'The cursor of the item or blob list travels in the parameter start.',
    manner: { cursorName: 'start' },
  },
  {
    id: 'sparse-context',
    title: 'Sparse context',
    description: 'The context has id for codec, no licence and an empty status.',
    variant: 'blob',
    manner: { sparseContext: true },
  },
  {
    id: 'no-items-list',
    title: 'No list of items',
    description: '/items and /blobs are not found; one item or blob by its hash still is.',
    manner: { itemList: false },
  },
  {
    id: 'no-summary',
    title: 'No summary',
    description: '/register and /context are not found, as in a static copy of a register.',
    manner: { summary: false },
  },
  {
    id: 'small-pages',
    title: 'Small pages',
    description: 'A page has 10 members where the request does not say.',
    manner: { pageSize: 10 },
  },
  {
    id: 'html-errors',
    title: 'Errors in HTML',
    description: 'Every error is a page of HTML.',
    after: htmlErrors,
  },
  {
    id: 'redirects',
    title: 'Redirects',
    description: 'Every address without a trailing slash redirects (302) to the one with it.',
    before: redirects,
  },
];
