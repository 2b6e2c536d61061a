import { isNotFound } from '../api/api-error.ts';
import { Icon } from '../ui/icon.tsx';
import { Part } from '../ui/part.tsx';
import { isolated } from '../ui/literal.tsx';
import { useSummary } from '../query/register-queries.ts';
import { fileAddress, type RegisterId } from '../ui/paths.ts';
import { PopupButton } from '../ui/popup-button.tsx';
import { nameIn } from './links/link-target.ts';
import { RegisterChoices } from './parts.ts';
import styles from './register-menu.module.css';

/** RegisterMenu shows the register on view and its source; it opens RegisterChoices. */
export function RegisterMenu({ register }: { register: RegisterId }) {
  const { data, error } = useSummary();
  const where = whereOf(register);
  return (
    <PopupButton
      className={styles.button}
      popup={
        <Part>
          <RegisterChoices register={register} />
        </Part>
      }
    >
      <span className={styles.words}>
        <span className={styles.name}>{isolated(data?.name ?? nameIn(register) ?? where)}</span>
        <span className={styles.where}>
          {register.kind === 'bundled' && isNotFound(error) ? 'not found' : where}
        </span>
      </span>
      <Icon name="down" size={15} />
      <span className="visually-hidden">Choose another register</span>
    </PopupButton>
  );
}

function whereOf(register: RegisterId): string {
  if (register.kind === 'remote') return new URL(register.base).host;
  const address = fileAddress(register);
  const where = address === undefined ? 'file' : `file at ${new URL(address).host}`;
  const switches = register.mount.split('+').slice(1);
  return (register.kind === 'bundled' ? switches : [where, ...switches]).join(', ');
}
