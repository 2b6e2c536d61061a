import { type ComponentProps } from 'react';
import { lazyParts, Part } from '../../ui/part.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { PopupButton } from '../../ui/popup-button.tsx';
import type { SaveBundle as Bundle } from './save-bundle.tsx';

// Loaded on hover or focus, so that it is ready when it opens.
const load = async () => import('./save-bundle.tsx');
const { SaveBundle } = lazyParts(load);

type Checks = ComponentProps<typeof Bundle>;

/**
 * SaveProof opens what saves the proof of an entry with its data; disabled until both checks are made.
 */
export function SaveProof({ entry, data }: { [Part in keyof Checks]: Checks[Part] | undefined }) {
  const isThere = entry !== undefined && data !== undefined;
  const prepare = (): void => void load().catch(() => undefined);
  return (
    <PopupButton
      className={buttonClass()}
      disabled={!isThere && 'The proof is not checked yet'}
      onFocus={prepare}
      onPointerEnter={prepare}
      atEnd
      popupLabel="Save proof"
      popup={<Part>{isThere && <SaveBundle entry={entry} data={data} />}</Part>}
    >
      Save proof
    </PopupButton>
  );
}
