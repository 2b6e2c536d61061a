import { Component, use, type ReactNode } from 'react';
import { SessionContext } from '../query/session.ts';
import { DeclareFailure } from '../query/use-page-checks.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

declare const __SINGLE_FILE__: boolean;

function toStart(): void {
  if (!__SINGLE_FILE__) return location.assign(import.meta.env.BASE_URL);
  location.hash = '';
  location.reload();
}

/** DeclareCrash declares that nothing could be checked; outside a register there is no header. */
function DeclareCrash({ error }: { error: Error }) {
  return use(SessionContext) === undefined ? null : <DeclareFailure error={error} />;
}

/**
 * CrashBoundary shows a bug as a bug, with its text and a way on, instead of a white page. `resetKey` clears
 * it when the place changes.
 */
export class CrashBoundary extends Component<{ children: ReactNode; resetKey?: string }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(previous: { resetKey?: string }): void {
    if (previous.resetKey !== this.props.resetKey && this.state.error !== undefined)
      this.setState({ error: undefined as never });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // Browsers' errors for code that could not be loaded.
    const gone = /dynamically imported|module script failed/.test(error.message);
    return (
      <main style={{ maxWidth: 720, margin: '48px auto', paddingInline: 20 }}>
        <DeclareCrash error={error} />
        <Notice
          page
          title={gone ? 'A part of this page could not be fetched' : 'This page has a fault'}
          tone="failed"
          live
          actions={
            <>
              <Button onClick={() => location.reload()}>Reload</Button>
              <Button onClick={toStart}>To the start page</Button>
            </>
          }
        >
          <p>
            {gone
              ? 'You are offline, or a newer version has replaced this page since it was opened.'
              : 'Something in Register Explorer itself went wrong.'}{' '}
            This says nothing about the register you were reading.
          </p>
          <p>
            <code>{error.message}</code>
          </p>
        </Notice>
      </main>
    );
  }
}
