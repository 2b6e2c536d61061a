import { type ComponentProps, lazy, Suspense } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { PopupButton } from '../../ui/popup-button.tsx';
import type { SaveWays as Ways } from './save-ways.tsx';

// Loaded on hover or focus, so that the list is ready when it opens.
const load = async () => import('./save-ways.tsx');
const SaveWays = lazy(async () => ({ default: (await load()).SaveWays }));

type Checks = ComponentProps<typeof Ways>;

/**
 * SaveProof opens a list of ways to save the proof of an entry with its data; disabled
 * until both checks are made.
 */
export function SaveProof({ entry, data }: { [Part in keyof Checks]: Checks[Part] | undefined }) {
  const isThere = entry !== undefined && data !== undefined;
  const prepare = (): void => void load().catch(() => undefined);
  return (
    <PopupButton
      className={buttonClass()}
      disabled={!isThere}
      onFocus={prepare}
      onPointerEnter={prepare}
      popupClass="popup menu"
      popupLabel="Save proof"
      popup={<Suspense>{isThere && <SaveWays entry={entry} data={data} />}</Suspense>}
    >
      Save proof
    </PopupButton>
  );
}
