import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { blobHash, explainBlobHash } from '../../core/blob-hash.ts';
import type { ItemCheck } from '../../verify/protocol.ts';
import { HashSteps } from './hash-steps.tsx';

test('of very many steps the first 50 and the last are shown; the hash is that of all of them', () => {
  const item = new Map(Array.from({ length: 1_000 }, (_, n) => [`a${n}`, 'x']));
  const hash = blobHash(item);
  const blobSteps = explainBlobHash(item);
  const check: ItemCheck = {
    variant: 'blob',
    item,
    expected: hash,
    computed: hash,
    hashedText: '',
    blobSteps,
    verdict: { outcome: 'holds' },
    computedInMs: 1,
  };
  const markup = renderToStaticMarkup(<HashSteps check={check} />);
  expect(markup.match(/<tr/g)).toHaveLength(1 + 50 + 1 + 1);
  expect(markup).toContain('Show 50 more of 1,000 attributes');
  expect(markup).toContain('the blob');
  expect(markup).toContain(hash.slice(0, 6));
});
