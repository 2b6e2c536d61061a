import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './help.module.css';

/** KEYS are the keyboard shortcuts, and where they work. */
const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/', 'Ctrl K'], 'Find a key, entry, hash or date'],
  [['?'], 'Show these keys'],
  [['Esc'], 'Close what is open'],
  [['↑', '↓', '←', '→', 'Home', 'End'], 'In a proof or a chart: go to another box or point'],
  [['Enter'], 'In the whole tree: unfold or fold'],
  [['←', '→', 'Home', 'End'], 'In the steps of a proof: go to another step'],
  [['Page Up', 'Page Down', 'Home', 'End'], 'In the log: scroll'],
];

/** Keys lists the keys of this site. */
export function Keys() {
  return (
    <dl className={`rows ${styles.keys}`}>
      {KEYS.map(([keys, what]) => (
        <div key={what}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

const show = (dialog: HTMLDialogElement | null) => dialog?.showModal();

/** KeysDialog shows the keys over the current page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <dialog ref={show} aria-label="Keys" closedby="any" onClose={onClose}>
      <h2>Keys</h2>
      <Keys />
      <form method="dialog">
        <Button type="submit">Close</Button>
        <Link to="/help" onClick={onClose}>
          More help
        </Link>
      </form>
    </dialog>
  );
}
