const CHANNEL = 'register-explorer:roots';
/** Not a secret: it only tells this page's own news from others'. */
const PAGE = `${Date.now()} ${Math.random()}`;

/** tellTabs tells all pages of this site in this browser, this one too, that what is remembered of a register was written. */
export function tellTabs(registerId: string): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ registerId, page: PAGE });
  channel.close();
}

/** hearTabs calls the listener whenever what is remembered of a register was written, and says whether it was another page that did. Returns the function that ends this. */
export function hearTabs(registerId: string, listener: (elsewhere: boolean) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const news = typeof data === 'object' && data !== null ? { ...(data as News) } : {};
    if (news.registerId === registerId) listener(news.page !== PAGE);
  });
  return () => channel.close();
}

interface News {
  readonly registerId?: unknown;
  readonly page?: unknown;
}
