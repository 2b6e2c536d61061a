import { useQuery } from '@tanstack/react-query';
import { Icon } from '../ui/icon.tsx';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { Link } from '../ui/link.tsx';
import { isolated } from '../ui/literal.tsx';
import { registerQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';
import {
  addressWords,
  fileAddress,
  pathTo,
  withMount,
  type RegisterId,
  type RegisterPlace,
} from '../ui/paths.ts';
import { nameIn } from './links/link-target.ts';
import styles from './register-menu.module.css';

const OtherRegisters = lazy(async () => ({
  default: (await import('./one-box/other-registers.tsx')).OtherRegisters,
}));

/** RegisterMenu names the register being read and where it is read from; it opens the other variant, the other registers that this browser knows, and the start page. */
export function RegisterMenu({ place }: { place: RegisterPlace }) {
  const { register } = place;
  const session = useSession();
  const { data } = useQuery(registerQuery(session));
  const popover = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const close = () => popover.current?.hidePopover();
  const name = data?.name ?? nameIn(register) ?? whereOf(register);
  const api = data && (data.variant === 'item' ? 'items (v2)' : 'blobs');
  return (
    <>
      <button
        type="button"
        className={styles.button}
        popoverTarget={id}
        style={{ anchorName: '--register-menu' }}
      >
        <span className={styles.name}>{isolated(name)}</span>
        <span className={styles.where}>{whereOf(register)}</span>
        <Icon name="down" size={15} />
        <span className="visually-hidden">Choose another register or variant</span>
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={styles.menu}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <p className={styles.line}>
          <span className={styles.label}>Read from</span>
          <code>{register.kind === 'file' ? addressWords(register) : session.base}</code>
        </p>
        <div className={styles.list}>
          <span className={styles.label}>API</span>
          {register.kind === 'remote' && api}
          <ul>
            {variantsOf(place).map((variant) => (
              <li key={variant.label}>
                <Link to={pathTo(variant.place)} onClick={close} aria-current={variant.current}>
                  {variant.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        {isOpen && (
          <Suspense>
            <div className={styles.list}>
              <span className={styles.label}>Other registers</span>
              <OtherRegisters here={session.id} onFollow={close} />
            </div>
          </Suspense>
        )}
        <ul className={styles.list}>
          {register.kind !== 'file' && (
            <li>
              <Link to={`/conformance?${new URLSearchParams({ base: session.id })}`} onClick={close}>
                Check this API for conformance
              </Link>
            </li>
          )}
          <li>
            <Link to="/" onClick={close}>
              Open another register
            </Link>
          </li>
        </ul>
      </div>
    </>
  );
}

/** variantsOf leads to the same place in either variant; an item has another hash there, so that its place is the list. */
function variantsOf(place: RegisterPlace): { label: string; place: RegisterPlace; current: boolean }[] {
  const { register } = place;
  if (register.kind === 'remote') return [];
  const there = (mount: string): RegisterPlace => {
    const other = withMount(register, mount);
    return place.view === 'item' ? { view: 'items', register: other } : { ...place, register: other };
  };
  return [
    { label: 'Items API (v2)', place: there('v2'), current: register.mount === 'v2' },
    { label: 'Blobs API', place: there('earlier'), current: register.mount === 'earlier' },
  ];
}

function whereOf(register: RegisterId): string {
  if (register.kind === 'remote') return new URL(register.base).host;
  const switches = register.mount.split('+').slice(1);
  const address = fileAddress(register);
  const where =
    address === undefined
      ? register.kind === 'file'
        ? 'file'
        : 'bundled'
      : `file at ${new URL(address).host}`;
  return switches.length > 0 ? `${where}, ${switches.join(', ')}` : where;
}
