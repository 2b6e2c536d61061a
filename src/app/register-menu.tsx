import { isNotFound } from '../api/api-error.ts';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../ui/icon.tsx';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { isolated } from '../ui/literal.tsx';
import { registerQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';
import { fileAddress, type RegisterId, type RegisterPlace } from '../ui/paths.ts';
import { nameIn } from './links/link-target.ts';
import styles from './register-menu.module.css';

const RegisterChoices = lazy(async () => ({
  default: (await import('./register-choices.tsx')).RegisterChoices,
}));

/** RegisterMenu shows the register on view and its source; it opens RegisterChoices. */
export function RegisterMenu({ place }: { place: RegisterPlace }) {
  const { register } = place;
  const session = useSession();
  const { data, error } = useQuery(registerQuery(session));
  const popover = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const close = () => popover.current?.hidePopover();
  const name = data?.name ?? nameIn(register) ?? whereOf(register);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        popoverTarget={id}
        style={{ anchorName: '--register-menu' }}
      >
        <span className={styles.words}>
          <span className={styles.name}>{isolated(name)}</span>
          <span className={styles.where}>
            {register.kind === 'bundled' && isNotFound(error) ? 'not found' : whereOf(register)}
          </span>
        </span>
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
        {isOpen && (
          <Suspense>
            <RegisterChoices place={place} onFollow={close} />
          </Suspense>
        )}
      </div>
    </>
  );
}

function whereOf(register: RegisterId): string {
  if (register.kind === 'remote') return new URL(register.base).host;
  const address = fileAddress(register);
  const kind = register.kind === 'bundled' ? 'bundled' : 'file';
  const where = address === undefined ? kind : `file at ${new URL(address).host}`;
  return [where, ...register.mount.split('+').slice(1)].join(', ');
}
