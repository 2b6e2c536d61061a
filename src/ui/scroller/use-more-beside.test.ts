import { expect, test } from 'vitest';
import { moreBeside } from './use-more-beside.ts';

test('says at which sides there is more than is in sight', () => {
  const at = (scrollLeft: number, scrollWidth = 1250) =>
    moreBeside({ scrollLeft, clientWidth: 1130, scrollWidth });
  expect([at(0), at(60), at(120), at(119.4)]).toEqual(['right', 'both', 'left', 'left']);
  expect([at(0, 1130), at(0, 1131), at(0, 1132)]).toEqual(['none', 'none', 'right']);
});
