import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { planet } from '../../mock/registers/planet.ts';
import { SessionContext } from '../../query/session.ts';
import type { ChangesAnswer } from '../../log/changes.ts';
import { RegisterContext } from '../../ui/register-paths.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { SaveChanges } from './save-changes.tsx';

function button(settled: boolean): string {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <RegisterContext value={{ kind: 'bundled', name: 'planet', mount: 'v2' }}>
          <SaveChanges
            from={{ logSize: 1 }}
            to={{ logSize: 2 }}
            checks={[]}
            answer={{ counts: {} } as ChangesAnswer}
            settled={settled}
            all={async function* none() {
              yield [];
            }}
          />
        </RegisterContext>
      </SessionContext>
    </QueryClientProvider>,
  );
}

test('the counts of one answer are not saved with the rows of the next', () => {
  expect(button(true)).not.toContain('disabled');
  expect(button(false)).toContain('disabled');
});
