import { useLocation } from 'react-router';
import { Link } from '../../ui/link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** NowhereView is shown for an address that names nothing here. */
export function NowhereView() {
  const { pathname } = useLocation();
  return (
    <Notice
      page
      title="There is nothing at this address"
      actions={
        <Link className={buttonClass('strong')} to="/">
          Open a register
        </Link>
      }
    >
      <p>
        <code>{pathname}</code>
      </p>
      <p>
        An address here begins with a register: the name of a bundled one (<code>/country</code>), or the
        percent-encoded base address of any other.
      </p>
    </Notice>
  );
}
