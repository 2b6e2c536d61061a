import { use, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { SessionContext, type RegisterSession } from '../../query/session.ts';
import { parsePlace, type RegisterId } from '../../ui/paths.ts';
import { BoxDialog } from './box-dialog.tsx';
import type { EarlyKey } from './early-keys.ts';
import { type BoxText, useBoxText } from './use-box-text.ts';
import { useContextAnywhere, useContextIn } from './use-box-context.ts';

interface Opened {
  /** What is typed before the box hears the keys itself: false once it does, undefined when it is closed again. */
  readonly earlyRef: RefObject<EarlyKey[] | false | undefined>;
  readonly onOpen: (isOpen: boolean) => void;
}

/** OneBox is the box in which anything can be looked for, over the page it was opened on. */
export function OneBox({ earlyRef, onOpen }: Opened) {
  const [round, setRound] = useState(0);
  const opened: Handlers = {
    takeEarly() {
      const keys = earlyRef.current;
      earlyRef.current = false;
      return keys || [];
    },
    onClosing() {
      earlyRef.current = undefined;
    },
    onClose() {
      // It was opened again before the browser told that it is closed.
      if (earlyRef.current) setRound(round + 1);
      else {
        earlyRef.current = undefined;
        onOpen(false);
      }
    },
  };
  return <OpenBox key={round} {...opened} />;
}

interface Handlers {
  readonly takeEarly: () => readonly EarlyKey[];
  /** The box is about to close: the page has the keys again. */
  readonly onClosing: () => void;
  /** It is closed. */
  readonly onClose: () => void;
}

function OpenBox(opened: Handlers) {
  const { pathname } = useLocation();
  const session = use(SessionContext);
  // Here, so that it outlasts a change of what is on view.
  const text = useBoxText();
  const place = parsePlace(pathname);
  if (session === undefined || !('register' in place)) return <BoxAnywhere text={text} {...opened} />;
  return <BoxInRegister text={text} session={session} id={place.register} {...opened} />;
}

function BoxAnywhere({ text, ...opened }: Handlers & { text: BoxText }) {
  const context = useContextAnywhere(text.settled);
  return <BoxDialog text={text} context={context} {...opened} />;
}

function BoxInRegister({
  text,
  session,
  id,
  ...opened
}: Handlers & { text: BoxText; session: RegisterSession; id: RegisterId }) {
  const context = useContextIn(session, id, text.settled);
  return <BoxDialog text={text} context={context} {...opened} />;
}
