const CHANNEL = 'register-explorer:heads';

/** HeadTabs is how the tabs of this browser tell each other that a log has grown. What they say is a hint to look, and nothing is believed of it. */
export interface HeadTabs {
  readonly tell: () => void;
  readonly end: () => void;
}

/** openHeadTabs hears what other tabs say of a register. */
export function openHeadTabs(registerId: string, onHint: () => void): HeadTabs {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    // There are none, or they are refused.
    return { tell: () => undefined, end: () => undefined };
  }
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === registerId) onHint();
  });
  return { tell: () => channel.postMessage(registerId), end: () => channel.close() };
}
