import { use } from 'react';
import { useLocation } from 'react-router';
import { SessionContext, type RegisterSession } from '../../query/session.ts';
import { parsePlace, type RegisterId } from '../../ui/paths.ts';
import { BoxDialog } from './box-dialog.tsx';
import { useBoxText } from './use-box-text.ts';
import { useContextAnywhere, useContextIn } from './use-box-context.ts';

/** OneBox is the box in which anything can be looked for, over the page it was opened on. */
export function OneBox({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
  const session = use(SessionContext);
  const place = parsePlace(pathname);
  if (session === undefined || !('register' in place)) return <BoxAnywhere onClose={onClose} />;
  return <BoxInRegister session={session} id={place.register} onClose={onClose} />;
}

function BoxAnywhere({ onClose }: { onClose: () => void }) {
  const text = useBoxText();
  const context = useContextAnywhere();
  return <BoxDialog text={text} context={context} onClose={onClose} />;
}

function BoxInRegister({
  session,
  id,
  onClose,
}: {
  session: RegisterSession;
  id: RegisterId;
  onClose: () => void;
}) {
  const text = useBoxText();
  const context = useContextIn(session, id, text.settled);
  return <BoxDialog text={text} context={context} onClose={onClose} />;
}
