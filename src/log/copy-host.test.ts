import { expect, test } from 'vitest';
import { dataHashesIfAny } from '../core/data-hash.ts';
import { anEntry, anItem } from '../testing/builders.ts';
import { createCopyHost } from './copy-host.ts';

const item = anItem({ names: ['y', 'x', 'y'] });
const nothing = new Uint8Array();

test.each(dataHashesIfAny('blob', item).map((hash) => [hash]))(
  'a copy takes a blob with a repeated member under either hash, however it comes: %s',
  (hash) => {
    const host = createCopyHost({
      eachEntry(_variant, _bytes, take) {
        take(anEntry(1, { itemHashes: [hash] }));
        return undefined;
      },
      eachItem(_variant, _bytes, take) {
        take({ hash, item });
        return undefined;
      },
      item: () => ({ ok: true, value: item }),
      records: () => ({ ok: true, value: [item] }),
    });
    for (const take of [
      () => host.addItems(nothing),
      () => host.addItem(hash, nothing),
      () => host.addRecords(nothing),
    ]) {
      host.open('blob', undefined);
      expect(host.addEntries(nothing, 1)).toMatchObject({ missing: 1 });
      expect(take()).toMatchObject({ ok: true, missing: 0 });
      expect(host.check(undefined)).toMatchObject({ missing: 0 });
    }
  },
);
