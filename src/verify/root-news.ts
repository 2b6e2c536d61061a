const CHANNEL = 'register-explorer:roots';
/** Not a secret: it only distinguishes this page's own messages from others'. */
const PAGE = `${Date.now()} ${Math.random()}`;

/** notifyTabs notifies all pages of this site in this browser, this one too, that what is remembered of a register was written. */
export function notifyTabs(registerId: string): void {
  try {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage({ registerId, page: PAGE });
    channel.close();
  } catch {
    // Channels are missing or refused: other tabs find out when they next look.
  }
}

/** subscribeToTabs calls the listener whenever what is remembered of a register was written, and says whether it was another page that did. Returns the function that ends this. */
export function subscribeToTabs(registerId: string, listener: (elsewhere: boolean) => void): () => void {
  let channel: BroadcastChannel | undefined;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    // Channels are missing or refused: nothing comes from other tabs.
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const news = (data ?? {}) as Readonly<Record<string, unknown>>;
    if (news['registerId'] === registerId) listener(news['page'] !== PAGE);
  });
  // A page that was put away whole heard nothing meanwhile.
  const returned = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) listener(true);
  };
  window.addEventListener('pageshow', returned);
  return () => {
    window.removeEventListener('pageshow', returned);
    channel?.close();
  };
}
