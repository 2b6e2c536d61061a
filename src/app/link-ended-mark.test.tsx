import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AttributeValue } from '../core/model.ts';
import { EndedMark } from './link-ended-mark.tsx';

test('a record is marked as ended from its end-date on', () => {
  const shown = (end: AttributeValue) =>
    renderToStaticMarkup(<EndedMark item={new Map([['end-date', end]])} />);
  expect(shown('1990-10-02')).toMatch(/ended .*2 Oct 1990/);
  expect(shown('1990')).toMatch(/ended .*1990/);
  for (const end of [
    '',
    '9999-01-01',
    null,
    ['1990'],
    `**REDACTED**${'0'.repeat(64)}`,
    '2 Oct',
    '2016-02-30',
  ])
    expect(shown(end)).toBe('');
  expect(renderToStaticMarkup(<EndedMark item={undefined} />)).toBe('');
});
