import { pathTo } from '../../ui/paths.ts';
import type { BoxContext, OpenRegister } from './box-context.ts';
import { entryOffer, registersAsked } from './offers.ts';
import { problem, toExactPath, type Understood, words } from './understood.ts';

const NUMBER = /^(#\s*|entry\s+)?(\d{1,3}(?:,\d{3})+|\d{1,20})$/i;

/** readNumber understands `194`, `1,204`, `#194` and `entry 194` as an entry of the log. A key may look the same: see readKey. */
export function readNumber(text: string, context: BoxContext): readonly Understood[] {
  const [, , digits = ''] = NUMBER.exec(text) ?? [];
  if (digits === '') return [];
  const entryNumber = Number(digits.replaceAll(',', ''));
  if (!Number.isSafeInteger(entryNumber))
    return [problem(words`No log has as many entries as that: numbers go to ${Number.MAX_SAFE_INTEGER}.`)];
  if (entryNumber === 0) return [problem(words`There is no entry 0: entries are numbered from 1.`)];
  const { here } = context;
  if (here?.logSize !== undefined && entryNumber > here.logSize) return beyond(here, entryNumber);
  // As sure as can be, so that Enter leads to the entry whatever else is found: a key or a value of these digits comes after it.
  return registersAsked(context).map((register) => entryOffer(context, register, entryNumber, 3));
}

/** beyond says of an entry after the size on view that it came later, or that there is none yet. */
export function beyond(here: OpenRegister, entryNumber: number): readonly Understood[] {
  const size = here.at === undefined ? here.logSize : here.presentSize;
  if (here.at === undefined || (size !== undefined && entryNumber > size))
    return [problem(words`The log has ${size ?? 0} entries; there is no entry ${entryNumber} yet.`)];
  const when = size === undefined ? ' may have come later.' : ' came later.';
  return [
    problem([...words`The register is shown as it was with ${here.at} entries; entry ${entryNumber}`, when]),
    {
      kind: 'entry',
      sure: 2,
      what: words`Entry ${entryNumber}, in the register as it is now`,
      leads: words`Leaves the earlier size and shows the present.`,
      target: toExactPath(pathTo({ view: 'entry', register: here.id, entryNumber: String(entryNumber) })),
    },
  ];
}
