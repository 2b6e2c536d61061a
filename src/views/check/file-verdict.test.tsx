import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CheckState } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import type { FileOutcome } from '../../verify/evidence/recheck-bundle.ts';
import { FileVerdict } from './file-verdict.tsx';

const check = (state: CheckState, title: string): NamedCheck => ({ id: title, state, title, detail: '' });

test.each<[FileOutcome, CheckState, CheckState, RegExp]>([
  [
    'not-checked',
    'not-checked',
    'not-checked',
    /Consistent with the root hash stated in the file.*Compare that root/,
  ],
  ['not-checked', 'holds', 'holds', /that the register showed this browser/],
  ['not-checked', 'does-not-match', 'does-not-match', /Does not match.*The root/],
  ['does-not-match', 'holds', 'does-not-match', /Does not match.*The item/],
  ['cannot-check', 'holds', 'cannot-check', /Could not check.*The item/],
  ['does-not-match', 'not-checked', 'does-not-match', /Does not match.*The item/],
])('a file that is %s, with a root that is %s, is %s', (outcome, root, state, words) => {
  const own = outcome === 'not-checked' ? 'holds' : outcome;
  const markup = renderToStaticMarkup(
    <FileVerdict outcome={outcome} checks={[check(own, 'The item')]} root={check(root, 'The root')} />,
  );
  expect(markup).toContain(`data-outcome="${state}"`);
  expect(markup.replaceAll(/<[^>]*>/g, ' ')).toMatch(words);
});
