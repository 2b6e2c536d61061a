const CHANNEL = 'register-explorer:roots';
/** Not a secret: it only distinguishes this page's own messages from others'. */
const PAGE = `${Date.now()} ${Math.random()}`;

/**
 * notifyTabs notifies all pages of this site in this browser, this one too, that a register's
 * remembered root, its lists of mirrors or witnesses, or an audit of it was written.
 */
export function notifyTabs(registerId: string): void {
  try {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage({ registerId, page: PAGE });
    channel.close();
  } catch {
    // Channels are missing or refused: other tabs notice on their next read.
  }
}

/**
 * subscribeToTabs calls the listener after each such write, with whether another page wrote. Returns the function to unsubscribe.
 */
export function subscribeToTabs(registerId: string, listener: (elsewhere: boolean) => void): () => void {
  let channel: BroadcastChannel | undefined;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    // Channels are missing or refused: no news from other tabs.
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const news = (data ?? {}) as Readonly<Record<string, unknown>>;
    if (news['registerId'] === registerId) listener(news['page'] !== PAGE);
  });
  // A page in the back/forward cache missed all messages.
  const returned = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) listener(true);
  };
  window.addEventListener('pageshow', returned);
  return () => {
    window.removeEventListener('pageshow', returned);
    channel?.close();
  };
}
