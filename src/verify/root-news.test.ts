import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToTabs, notifyTabs } from './root-news.ts';

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
});
afterEach(() => vi.unstubAllGlobals());

const shownAgain = (persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('what was written is heard, of this register alone, and said to be of this page', async () => {
  const heard = vi.fn();
  const end = subscribeToTabs('country', heard);
  notifyTabs('planet');
  notifyTabs('country');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  expect(heard).toHaveBeenCalledWith(false);
  end();
});

test('a page that was put away whole and is shown again takes it that others wrote meanwhile', () => {
  const heard = vi.fn();
  const end = subscribeToTabs('country', heard);
  shownAgain(false);
  expect(heard).not.toHaveBeenCalled();
  shownAgain(true);
  expect(heard).toHaveBeenCalledWith(true);
  end();
  shownAgain(true);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('without channels nothing is heard, and nothing breaks', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(() => subscribeToTabs('country', () => undefined)()).not.toThrow();
  expect(() => notifyTabs('country')).not.toThrow();
});
