import { type ComponentType, Fragment, type ReactNode, use } from 'react';
import { isMissingCode, MISSING_CODE } from '../core/missing-code.ts';
import { SessionContext } from '../query/session.ts';
import { DeclareFailure } from '../query/use-page-checks.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Boundary, loadAgain } from '../ui/part.tsx';

/**
 * CrashBoundary shows a bug as a bug, with its text and a way on, instead of a white page; and code that could
 * not be loaded as such. `resetKey` clears it when the place changes. `frame` is shown around it.
 */
export function CrashBoundary({
  frame: Frame = Fragment,
  ...content
}: {
  children: ReactNode;
  resetKey?: string;
  frame?: ComponentType<{ children: ReactNode }>;
}) {
  const caught = (error: Error, again: () => void): ReactNode => (
    <Frame>
      <Crash error={error} again={again} />
    </Frame>
  );
  return <Boundary {...content} caught={caught} />;
}

function Crash({ error, again }: { error: Error; again: () => void }) {
  const gone = isMissingCode(error);
  return (
    <>
      {/* Nothing could be checked; outside a register there is no header. */}
      {use(SessionContext) && <DeclareFailure error={error} />}
      <Notice
        page
        title={gone ? MISSING_CODE.title : 'This page has a fault'}
        tone="failed"
        live
        actions={<Button onClick={() => void loadAgain(again)}>{gone ? 'Try again' : 'Reload'}</Button>}
      >
        <p data-announce="">
          {gone
            ? MISSING_CODE.message
            : 'Something in Register Explorer itself went wrong. This says nothing about the register.'}
        </p>
        {!gone && (
          <p>
            <code>{error.message}</code>
          </p>
        )}
      </Notice>
    </>
  );
}
