import { beyondSafe, inExponent, inHexadecimal, inOtherDigits } from './spoilt-json.ts';
import type { Switch } from './switch.ts';

/** LIST_FAULTS are what broken servers do with lists that come in pages. */
export const LIST_FAULTS: readonly Omit<Switch, 'kind'>[] = [
  {
    id: 'links-circle',
    title: 'Links in a circle',
    description: 'The next link of the last page of every list points at the first page.',
    manner: { nextLinks: 'circle' },
  },
  {
    id: 'links-back',
    title: 'Links that go back',
    description: 'Every next link points at the page before; on a first page at itself.',
    manner: { nextLinks: 'back' },
  },
  {
    id: 'links-away',
    title: 'Links to another site',
    description: 'Every next link points at another site.',
    manner: { nextLinks: 'away' },
  },
  {
    id: 'links-endless',
    title: 'Endless links',
    description: 'No list ends: after its last page it begins again at a new address.',
    manner: { nextLinks: 'endless' },
  },
  {
    id: 'entries-skipped',
    title: 'Skipped entries',
    description: 'Every page of entries leaves out its second one.',
    manner: { entryPages: 'skip' },
  },
  {
    id: 'entries-repeated',
    title: 'Repeated entries',
    description: 'Every page of entries has its second one twice.',
    manner: { entryPages: 'repeat' },
  },
  {
    id: 'entries-reversed',
    title: 'Reversed entries',
    description: 'Every page of entries goes from its last one to its first.',
    manner: { entryPages: 'reverse' },
  },
  {
    id: 'log-cut',
    title: 'Log cut short',
    description:
      'Counts, records and proofs are of the whole log, but only nine tenths of its entries can be read.',
    manner: { readable: 'nine tenths' },
  },
];

/** NUMBER_FAULTS are integers that are none by the API document. */
export const NUMBER_FAULTS: readonly Omit<Switch, 'kind'>[] = [
  {
    id: 'numbers-huge',
    title: 'Huge numbers',
    description: 'To every entry number and count 2^53 is added, beyond which doubles leave out numbers.',
    after: beyondSafe,
  },
  {
    id: 'numbers-exponent',
    title: 'Numbers with an exponent',
    description: 'Every entry number and count is written like 15e0.',
    after: inExponent,
  },
  {
    id: 'numbers-hex',
    title: 'Hexadecimal numbers',
    description: 'Every entry number and count is a text like 0xf.',
    after: inHexadecimal,
  },
  {
    id: 'numbers-other-digits',
    title: 'Other digits',
    description: 'Every entry number and count is a text in Arabic-Indic digits.',
    after: inOtherDigits,
  },
];
