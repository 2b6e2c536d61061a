import { use, type RefObject } from 'react';
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
  readonly onClose: () => void;
}

/** OneBox is the box in which anything can be looked for, over the page it was opened on. */
export function OneBox({ earlyRef, onClose }: Opened) {
  const { pathname } = useLocation();
  const session = use(SessionContext);
  // Here, so that it outlasts a change of what is on view.
  const text = useBoxText();
  const place = parsePlace(pathname);
  const opened: Handlers = {
    takeEarly() {
      const keys = earlyRef.current;
      earlyRef.current = false;
      return keys || [];
    },
    onClose() {
      earlyRef.current = undefined;
      onClose();
    },
  };
  if (session === undefined || !('register' in place)) return <BoxAnywhere text={text} {...opened} />;
  return <BoxInRegister text={text} session={session} id={place.register} {...opened} />;
}

interface Handlers {
  readonly takeEarly: () => readonly EarlyKey[];
  readonly onClose: () => void;
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
