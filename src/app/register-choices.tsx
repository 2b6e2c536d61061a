import { useQuery } from '@tanstack/react-query';
import { registerQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';
import { Link } from '../ui/link.tsx';
import { addressWords } from '../ui/source.ts';
import { pathTo, withMount, type RegisterPlace, formatRegisterId, parseRegisterId } from '../ui/paths.ts';
import styles from './register-menu.module.css';
import { Literal, isolated } from '../ui/literal.tsx';
import { sameRegister } from './links/link-target.ts';
import { useKnownRegisters } from './one-box/box-context.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** RegisterChoices is the content of the register menu: the source of the register, the other variant, other known registers, and the start page. */
export function RegisterChoices({ place, onFollow }: { place: RegisterPlace; onFollow: () => void }) {
  const { register } = place;
  const session = useSession();
  const { data } = useQuery(registerQuery(session));
  return (
    <>
      <p className={`quiet wrap ${styles.line}`}>
        <span className={styles.label}>Read from</span>
        <code>{register.kind === 'file' ? addressWords(register) : session.base}</code>
      </p>
      <div className={styles.list}>
        <span className={styles.label}>API</span>
        {register.kind === 'remote' && data && (data.variant === 'item' ? 'items (v2)' : 'blobs')}
        <ul>
          {variantsOf(place).map((variant) => (
            <li key={variant.label}>
              <Link to={variant.to} onClick={onFollow} aria-current={variant.current}>
                {variant.label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.list}>
        <span className={styles.label}>Other registers</span>
        <OtherRegisters here={session.id} onFollow={onFollow} />
      </div>
      <ul className={styles.list}>
        {register.kind !== 'file' && (
          <li>
            <Link to={`/conformance?${new URLSearchParams({ base: session.id })}`} onClick={onFollow}>
              Check this API for conformance
            </Link>
          </li>
        )}
        <li>
          <Link to="/" onClick={onFollow}>
            Open another register
          </Link>
        </li>
      </ul>
    </>
  );
}

/** variantsOf returns the paths of the same page in both variants; for an item, whose hash differs, the list. */
function variantsOf(place: RegisterPlace) {
  const { register } = place;
  if (register.kind === 'remote') return [];
  return [
    { label: 'Items API (v2)', mount: 'v2' },
    { label: 'Blobs API', mount: 'earlier' },
  ].map(({ label, mount }) => {
    const other = withMount(register, mount);
    const there: RegisterPlace =
      place.view === 'item' ? { view: 'items', register: other } : { ...place, register: other };
    return { label, to: pathTo(there), current: register.mount === mount };
  });
}

/** OtherRegisters lists the registers this browser opened before and the bundled ones, without the one on view: each once, in any variant and with any faults, by its title, and its address if that is not its name. */
function OtherRegisters({
  here,
  onFollow,
}: {
  /** The id of the register on view. */
  here: string;
  onFollow?: () => void;
}) {
  const own = parseRegisterId(here);
  const known = useKnownRegisters(here);
  const others = known.filter(
    ({ id }, index) =>
      !(own && sameRegister(id, own)) && known.findIndex((one) => sameRegister(one.id, id)) === index,
  );
  return (
    <ul aria-label="Other registers">
      {others.map(({ id, title, name }) => {
        const written = formatRegisterId(id);
        return (
          <li key={written}>
            <Link to={pathTo({ view: 'overview', register: id })} onClick={onFollow}>
              <Literal text={title} />
              {written !== name && (
                <span className="fine">
                  {' '}
                  <Literal text={addressWords(id)} />
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

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
