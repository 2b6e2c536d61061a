import { useLocation } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';

/** PLACES are addresses that exist. */
const PLACES = [
  ['/country', 'An example register'],
  ['/country/records/GB', 'One record of it, checked'],
  ['/check', 'Check a file'],
  ['/settings', 'Settings'],
  ['/help', 'What is this?'],
] as const;

/** NotFoundView is shown for an unknown address. */
export function NotFoundView() {
  const { pathname } = useLocation();
  return (
    <>
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
          An address here begins with a register: the name of a bundled one, or the percent-encoded base
          address of any other. Part of this one may be missing.
        </p>
      </Notice>
      <Card title="Try these">
        <ul className="rows">
          {PLACES.map(([to, name]) => (
            <li key={to} className="line">
              <Link to={to}>{name}</Link>
              <code className="faint">{to}</code>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
