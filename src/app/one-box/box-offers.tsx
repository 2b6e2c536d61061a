import {
  type RefObject,
  use,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { SessionContext, type RegisterSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { parsePlace, type RegisterId } from '../../ui/paths.ts';
import { type BoxContext, isOffer, type Note, type Offer, offerOf } from './model.ts';
import { OfferList, optionId } from './offer-list.tsx';
import styles from './one-box.module.css';
import { forgetChoices, type RecentChoice, readChoices } from './recent-choices.ts';
import { firstFor, isAwaited, understand } from './understand.ts';
import { useContextAnywhere } from './use-context-anywhere.ts';
import { useContextIn } from './use-context-in.ts';
import { useTake } from './use-take.ts';

/** PAUSE_MS is how long the typing pauses before a register is asked. */
const PAUSE_MS = 250;
/** PATIENCE_MS is how long Enter waits for what a text means. */
const PATIENCE_MS = 4_000;

/** Box is the field above the offers, which takes keys before they are there. */
export interface Box {
  readonly text: string;
  readonly input: RefObject<HTMLInputElement | null>;
  /** The id of the list of offers, which the field controls. */
  readonly listId: string;
  /** The text for which Enter was pressed before the offers were there. */
  readonly early: RefObject<string | undefined>;
  readonly close: () => void;
}

/** BoxOffers is what a typed text may mean, below the field it is typed into. */
export function BoxOffers({ box }: { box: Box }) {
  const { pathname } = useLocation();
  const session = use(SessionContext);
  // The text for which registers are asked: once the typing has paused, or at Enter.
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(box.text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [box.text]);
  const place = parsePlace(pathname);
  const props = { box, settled, settle: () => setSettled(box.text) };
  return session === undefined || !('register' in place) ? (
    <OffersAnywhere {...props} />
  ) : (
    <OffersInRegister session={session} id={place.register} {...props} />
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

function OffersInRegister({ session, id, ...props }: Props & { session: RegisterSession; id: RegisterId }) {
  return <Offers context={useContextIn(session, id, props.settled)} {...props} />;
}

function Offers({ box, settle, context }: Props & { context: BoxContext }) {
  const text = useDeferredValue(box.text);
  const isEmpty = text.trim() === '';
  const [choices, setChoices] = useState(readChoices);
  const taking = useTake(context, box.close);
  const meanings = useMemo(() => understand(text, context), [text, context]);
  const offers = useMemo(
    () => (isEmpty ? choices.map(asOffer) : meanings.filter(isOffer)),
    [isEmpty, choices, meanings],
  );
  const enter = useEnter(box.text, context, settle, (offer, inNewTab) => void taking.take(offer, inNewTab));
  const [active, setActive] = useActive(box, text, offers, (chosen, inNewTab) => {
    const offer = chosen ?? (box.text.trim() === '' ? offers[0] : undefined);
    if (offer === undefined) enter.press(box.text, inNewTab);
    else void taking.take(offer, inNewTab);
  });
  const begin = useEffectEvent(() => {
    const typed = box.early.current;
    if (typed !== undefined) enter.press(typed, false);
  });
  useEffect(() => begin(), []);
  const state = enter.isWaiting ? ({ kind: 'busy', words: 'Looking …' } as const) : taking.state;
  return (
    <>
      <div role="status" className={styles['notes']}>
        {meanings.map((note, index) => !isOffer(note) && <Said key={index} {...note} />)}
        {state !== undefined && <Said isProblem={state.kind === 'failed'} what={state.words} />}
        {!isEmpty && (
          <p className="visually-hidden">
            {offers.length === 0
              ? 'Nothing to open'
              : offers.length === 1
                ? '1 offer'
                : `${offers.length} offers`}
          </p>
        )}
      </div>
      {isEmpty && offers.length > 0 && (
        <div className={styles['recent']}>
          <h2>Found before</h2>
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
        label={isEmpty ? 'Found before' : 'Offers'}
        offers={offers}
        active={active}
        onActive={setActive}
        onTake={(offer) => void taking.take(offer, false)}
        onFollow={taking.follow}
      />
      {isEmpty && <Examples />}
      <p className={styles['keys']} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Ctrl</kbd> <kbd>Enter</kbd> new tab{' '}
        <kbd>Esc</kbd> close
      </p>
    </>
  );
}

function Said({ isProblem, what }: Pick<Note, 'isProblem' | 'what'>) {
  return <p className={styles[isProblem ? 'problem' : 'remark']}>{what}</p>;
}

function asOffer({ what, where, path }: RecentChoice): Offer {
  return offerOf('page', 3, what, where === '' ? path : where, path, true);
}

const EXAMPLES: readonly (readonly [string, string])[] = [
  ['GB', 'the record with this key'],
  ['194 or #194', 'an entry of the log'],
  ['sha-256:8d92…', 'an item, an entry or a root hash; the first digits are enough'],
  ['2012-10', 'the register as it was, and the entries of that time'],
  ['currency=EUR', 'the records with this value'],
  ['country:GB', 'a record of another register'],
  ['https://…', 'a register, or anything in one'],
  ['{ … }', 'a pasted proof bundle'],
];

function Examples() {
  return (
    <dl className={styles['examples']}>
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
  text: string,
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

/** useActive makes the field a combobox over the list of offers (ARIA 1.2): it hears the field's keys, and returns the index of the option that Enter takes. */
function useActive(
  { input, listId }: Box,
  text: string,
  offers: readonly Offer[],
  onEnter: (chosen: Offer | undefined, inNewTab: boolean) => void,
): readonly [active: number, setActive: (index: number) => void] {
  const [moved, setMoved] = useState<{ readonly text: string; readonly index: number }>();
  const isChosen = moved?.text === text && moved.index < offers.length;
  const active = isChosen ? moved.index : offers.length > 0 ? 0 : -1;
  const setActive = (index: number): void => setMoved({ text, index });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const next = nextIndex(event.key, active, offers.length, isChosen);
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter')
      onEnter(isChosen ? offers[active] : undefined, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  });
  useLayoutEffect(() => {
    const field = input.current;
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    field?.addEventListener('keydown', listener);
    return () => field?.removeEventListener('keydown', listener);
  }, [input]);
  useLayoutEffect(() => {
    const field = input.current;
    field?.setAttribute('aria-expanded', String(active >= 0));
    if (active < 0) field?.removeAttribute('aria-activedescendant');
    else field?.setAttribute('aria-activedescendant', optionId(listId, active));
  }, [input, listId, active]);
  return [active, setActive];
}

/** nextIndex is where a key moves to; Home and End stay with the text until an offer was chosen. */
function nextIndex(key: string, active: number, count: number, isChosen: boolean): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return isChosen || active < 0 ? (active + 1) % count : Math.min(1, count - 1);
  if (key === 'ArrowUp') return (active + count - 1) % count;
  if (isChosen && key === 'Home') return 0;
  return isChosen && key === 'End' ? count - 1 : undefined;
}
