import { buttonClass } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { isolated } from '../ui/literal.tsx';
import { Notice } from '../ui/notice.tsx';
import { OtherRegisters } from './one-box/other-registers.tsx';
import styles from './register-menu.module.css';

/** UnknownRegister is shown for an address that names a bundled register that is not there. */
export function UnknownRegister({ id }: { id: string }) {
  return (
    <Notice
      page
      live
      tone="failed"
      title={`There is no register called “${isolated(id)}”`}
      actions={
        <Link className={buttonClass('strong')} to="/">
          Open a register
        </Link>
      }
    >
      <p>The address may be misspelt. These registers are here:</p>
      <div className={styles.list}>
        <OtherRegisters here={id} />
      </div>
    </Notice>
  );
}
