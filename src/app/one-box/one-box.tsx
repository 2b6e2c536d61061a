import { use } from 'react';
import { useLocation } from 'react-router';
import { SessionContext, type RegisterSession } from '../../query/session.ts';
import { parsePlace, type RegisterId } from '../../ui/paths.ts';
import { BoxDialog } from './box-dialog.tsx';
import { useBoxText } from './use-box-text.ts';
import { useContextAnywhere, useContextIn } from './use-box-context.ts';

interface Opened {
  /** What was typed before the box was there. */
  readonly typedEarly: () => string;
  readonly onClose: () => void;
}

/** OneBox is the box in which anything can be looked for, over the page it was opened on. */
export function OneBox(opened: Opened) {
  const { pathname } = useLocation();
  const session = use(SessionContext);
  const place = parsePlace(pathname);
  if (session === undefined || !('register' in place)) return <BoxAnywhere {...opened} />;
  return <BoxInRegister session={session} id={place.register} {...opened} />;
}

function BoxAnywhere({ typedEarly, onClose }: Opened) {
  const text = useBoxText(typedEarly);
  const context = useContextAnywhere();
  return <BoxDialog text={text} context={context} onClose={onClose} />;
}

function BoxInRegister({
  session,
  id,
  typedEarly,
  onClose,
}: Opened & { session: RegisterSession; id: RegisterId }) {
  const text = useBoxText(typedEarly);
  const context = useContextIn(session, id, text.settled);
  return <BoxDialog text={text} context={context} onClose={onClose} />;
}
