import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { RunningHash } from './running-hash.ts';

test('is SHA-256 of all pieces together, wherever they are cut', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 256);
  for (const cut of [0, 1, 63, 64, 65, 500, 1000]) {
    const hash = new RunningHash();
    hash.update(bytes.subarray(0, cut));
    hash.update(bytes.subarray(cut));
    expect(hash.digest()).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
