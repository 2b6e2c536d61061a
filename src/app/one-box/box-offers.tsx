import { type RefObject, use, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { SessionContext, type RegisterSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { type BoxContext, isOffer, type Note, type Offer, offerOf } from './model.ts';
import { OfferList, useActive } from './offer-list.tsx';
import styles from './one-box.module.css';
import { forgetChoices, readChoices } from './recent-choices.ts';
import { firstFor, isAwaited, understand } from './understand.ts';
import { useContextAnywhere, useContextIn } from './use-box-context.ts';
import { useTake } from './use-take.ts';

/** PAUSE_MS is how long the typing pauses before a register is asked. */
const PAUSE_MS = 250;
/** PATIENCE_MS is how long Enter waits for what a text means. */
const PATIENCE_MS = 4_000;

/** Box is the field above the offers, which takes keys before they are there. */
export interface Box {
  readonly text: string;
  /** What hears the keys of the field, once it is there. */
  readonly keys: RefObject<((event: KeyboardEvent) => void) | null>;
  /** The id of the list of offers, which the field controls. */
  readonly listId: string;
  /** onActive tells the field the id of the offer that Enter takes; undefined if there is none. */
  readonly onActive: (optionId: string | undefined) => void;
  /** The text for which Enter was pressed before the offers were there. */
  readonly early: RefObject<string | undefined>;
  readonly close: () => void;
}

/** BoxOffers is what a typed text may mean, below the field it is typed into. */
export function BoxOffers({ box }: { box: Box }) {
  const session = use(SessionContext);
  // The text for which registers are asked: once the typing has paused, or at Enter.
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(box.text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [box.text]);
  const props = { box, settled, settle: () => setSettled(box.text) };
  return session === undefined ? (
    <OffersAnywhere {...props} />
  ) : (
    <OffersInRegister session={session} {...props} />
  );
}

interface Props {
  readonly box: Box;
  readonly settled: string;
  readonly settle: () => void;
}

function OffersAnywhere(props: Props) {
  return <Offers context={useContextAnywhere(props.settled)} {...props} />;
}

function OffersInRegister({ session, ...props }: Props & { session: RegisterSession }) {
  return <Offers context={useContextIn(session, props.settled)} {...props} />;
}

function Offers({ box, settle, context }: Props & { context: BoxContext }) {
  const text = useDeferredValue(box.text);
  const isEmpty = text.trim() === '';
  const [choices, setChoices] = useState(readChoices);
  const taking = useTake(context, box.close);
  const meanings = useMemo(() => understand(text, context), [text, context]);
  const offers = useMemo(
    () =>
      isEmpty
        ? choices.map(({ what, where, path }) => offerOf('page', 3, what, where || path, path, true))
        : meanings.filter(isOffer),
    [isEmpty, choices, meanings],
  );
  const take = (offer: Offer, inNewTab = false): void => void taking.take(offer, inNewTab);
  const enter = useEnter(box, context, settle, take);
  const [active, setActive] = useActive(box, text, offers.length, (chosen, inNewTab) => {
    const offer = offers[chosen ?? (box.text.trim() === '' ? 0 : -1)];
    if (offer === undefined) enter.press(box.text, inNewTab);
    else take(offer, inNewTab);
  });
  // Enter may have come before the offers were there, or while they were made: they hear keys from here on.
  const begin = useEffectEvent(() => {
    const typed = box.early.current;
    if (typed !== undefined) enter.press(typed, false);
  });
  useEffect(() => begin(), []);
  const state = enter.isWaiting ? { isFailed: false, words: 'Looking …' } : taking.state;
  const label = isEmpty ? 'Found before' : 'Offers';
  const count = offers.length === 0 ? 'Nothing to open' : `${offers.length} offer`;
  return (
    <>
      <div role="status" className={styles.notes}>
        {meanings.map((note, index) => !isOffer(note) && <Said key={index} {...note} />)}
        {state !== undefined && <Said isProblem={state.isFailed} what={state.words} />}
        {!isEmpty && <p className="visually-hidden">{offers.length > 1 ? `${count}s` : count}</p>}
      </div>
      {isEmpty && offers.length > 0 && (
        <div className={styles.recent}>
          <h2>{label}</h2>
          <Button
            kind="quiet"
            onClick={() => {
              forgetChoices();
              setChoices([]);
            }}
          >
            Forget these
          </Button>
        </div>
      )}
      <OfferList
        id={box.listId}
        label={label}
        offers={offers}
        active={active}
        onActive={setActive}
        onTake={take}
        onFollow={taking.follow}
      />
      {isEmpty && <Examples />}
      <p className={styles.keys} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Ctrl</kbd> <kbd>Enter</kbd> new tab{' '}
        <kbd>Esc</kbd> close
      </p>
    </>
  );
}

function Said({ isProblem, what }: Pick<Note, 'isProblem' | 'what'>) {
  return <p className={styles[isProblem ? 'problem' : 'remark']}>{what}</p>;
}

const EXAMPLES: readonly (readonly [string, string])[] = [
  ['GB', 'the record with this key'],
  ['194 or #194', 'an entry of the log'],
  ['sha-256:8d92…', 'an item, an entry or a root hash; the first digits are enough'],
  ['2012-10', 'the register as it was, and the entries of that time'],
  ['currency=EUR', 'the records with this value'],
  ['country:GB', 'a record of another register'],
  ['https://…', 'a register, anything in one, or an RSF file'],
  ['{ … }', 'a pasted proof bundle'],
];

function Examples() {
  return (
    <dl className={styles.examples}>
      {EXAMPLES.map(([typed, meaning]) => (
        <div key={typed}>
          <dt>
            <code>{typed}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/** useEnter takes the first offer for the very text that was typed, once it has been looked for. Typing on takes Enter back. */
function useEnter(
  { text }: Box,
  context: BoxContext,
  settle: () => void,
  take: (offer: Offer, inNewTab: boolean) => void,
) {
  const [pressed, setPressed] = useState<{ readonly text: string; readonly inNewTab: boolean }>();
  const isMeant = pressed?.text === text;
  const isReady = pressed !== undefined && !isAwaited(pressed.text, context);
  const finish = useEffectEvent((isLate: boolean) => {
    if (pressed === undefined) return;
    setPressed(undefined);
    const offer = firstFor(pressed.text, context, isLate);
    if (offer !== undefined) take(offer, pressed.inNewTab);
  });
  const ask = useEffectEvent(settle);
  useEffect(() => {
    if (!isMeant) return undefined;
    if (!isReady) ask();
    const timer = setTimeout(() => finish(!isReady), isReady ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isMeant, isReady]);
  return {
    isWaiting: isMeant && !isReady,
    press: (typed: string, inNewTab: boolean) => setPressed({ text: typed, inNewTab }),
  };
}
