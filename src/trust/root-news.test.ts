import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aStorage, headAt, SEEN } from '../testing/small-register.ts';
import { RootMemory } from './root-memory.ts';
import { notifyTabs, subscribeToTabs } from './root-news.ts';

describe('news between tabs', () => {
  let page: EventTarget;
  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal('window', page);
  });
  afterEach(() => vi.unstubAllGlobals());

  test('a write is announced, only for its register, as one of this page', async () => {
    const onNews = vi.fn();
    const end = subscribeToTabs('country', onNews);
    notifyTabs('planet');
    notifyTabs('country');
    await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(1));
    expect(onNews).toHaveBeenCalledWith(false);
    end();
  });

  test('a root that is written or forgotten is announced', async () => {
    const onNews = vi.fn();
    const end = subscribeToTabs(SEEN.registerId, onNews);
    const memory = new RootMemory(aStorage().storage);
    await memory.advance({ ...SEEN, head: headAt(5) }, 0);
    await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(1));
    await memory.forget(SEEN.registerId);
    await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(2));
    end();
  });

  test('a page that was put away whole and is shown again takes it that others wrote meanwhile', () => {
    const onNews = vi.fn();
    const end = subscribeToTabs('country', onNews);
    const show = (persisted: boolean) =>
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    show(false);
    expect(onNews).not.toHaveBeenCalled();
    show(true);
    expect(onNews).toHaveBeenCalledWith(true);
    end();
    show(true);
    expect(onNews).toHaveBeenCalledTimes(1);
  });

  test('without channels there are no announcements, and nothing breaks', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(() => subscribeToTabs('country', () => undefined)()).not.toThrow();
    expect(() => notifyTabs('country')).not.toThrow();
  });
});
