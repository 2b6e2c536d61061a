import { useEffect, useEffectEvent, useState } from 'react';
import type { BoxContext } from './box-context.ts';
import { isOffer, type Offer } from './understood.ts';
import { understand } from './understand.ts';
import type { BoxText } from './use-box-text.ts';

/** PATIENCE_MS is how long Enter waits for what a text means. */
const PATIENCE_MS = 4_000;

/** Enter is Enter pressed before anything was chosen. */
export interface Enter {
  /** The text whose answer is waited for; undefined where none is. */
  readonly awaits: string | undefined;
  readonly press: (text: string, inNewTab: boolean) => void;
}

/** useEnter takes the first offer for the very text that was typed, once it has been looked for. Typing on takes Enter back. */
export function useEnter(
  text: BoxText,
  context: BoxContext,
  take: (offer: Offer, inNewTab: boolean) => void,
): Enter {
  const [pressed, setPressed] = useState<{ readonly text: string; readonly inNewTab: boolean }>();
  const isMeant = pressed?.text === text.latest;
  const isReady = pressed !== undefined && !isAwaited(pressed.text, context);
  const finish = useEffectEvent((isLate: boolean) => {
    if (pressed === undefined) return;
    setPressed(undefined);
    const offer = firstFor(pressed.text, context, isLate);
    if (offer !== undefined) take(offer, pressed.inNewTab);
  });
  const settle = useEffectEvent(text.settle);
  useEffect(() => {
    if (!isMeant) return undefined;
    if (!isReady) settle();
    const timer = setTimeout(() => finish(!isReady), isReady ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isMeant, isReady]);
  return {
    awaits: isMeant && !isReady ? pressed.text : undefined,
    press: (typed, inNewTab) => setPressed({ text: typed, inNewTab }),
  };
}

/** isAwaited says whether somebody may still tell what a text means: not where it can be nothing but one thing. */
export function isAwaited(typed: string, context: BoxContext): boolean {
  const text = typed.trim();
  const { asked } = context;
  if (text === '' || asked === undefined || (asked.text === text && !asked.isComing)) return false;
  return understand(typed, context).find(isOffer)?.sure !== 3;
}

/** firstFor is what Enter takes. A key of which nobody could say in time whether it is there is not gone to: the search finds it, too. */
export function firstFor(typed: string, context: BoxContext, isLate: boolean): Offer | undefined {
  const offers = understand(typed, context).filter(isOffer);
  const isSafe = ({ kind, sure }: Offer): boolean => kind !== 'record' || sure === 3;
  return (isLate ? offers.find(isSafe) : undefined) ?? offers[0];
}
