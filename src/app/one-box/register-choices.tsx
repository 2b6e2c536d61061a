import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../query/session.ts';
import { bundledQuery, useSite } from '../../query/site-context.ts';
import { Link } from '../../ui/link.tsx';
import { addressWords } from '../../ui/source.ts';
import { formatRegisterId, parseRegisterId, pathTo, type RegisterId, withMount } from '../../ui/paths.ts';
import styles from '../register-menu.module.css';
import { Literal, isolated } from '../../ui/literal.tsx';
import { sameRegister } from '../links/link-target.ts';
import { useKnownRegisters } from './box-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/**
 * RegisterChoices is the content of the register menu: the source of the register, other known registers,
 * and the start page.
 */
export function RegisterChoices({ register }: { register: RegisterId }) {
  const session = useSession();
  return (
    <>
      <p className="quiet wrap">
        Read from <code>{register.kind === 'file' ? addressWords(register) : session.base}</code>
      </p>
      <div className={styles.list}>
        <span className="faint">Other registers</span>
        <OtherRegisters here={session.id} />
      </div>
      <ul className={styles.list}>
        <li>
          <Link to="/">Open another register</Link>
        </li>
      </ul>
    </>
  );
}

/**
 * OtherRegisters lists the registers this browser opened before and the bundled ones, without the one on
 * view (`here` is its id): each once, in any variant and with any faults, by its title, and its address
 * if that is not its name.
 */
function OtherRegisters({ here }: { here?: string }) {
  const own = here === undefined ? undefined : parseRegisterId(here);
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
            <Link to={pathTo({ view: 'overview', register: id })}>
              <Literal text={title} />
              {written !== name && (
                <span className="faint">
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

/**
 * UnknownRegister is shown for an address that names a bundled register, or a switch
 * of one, that is not there.
 */
export function UnknownRegister({ register }: { register: RegisterId }) {
  const { data: bundled } = useQuery(bundledQuery(useSite()));
  const [mount = '', ...switches] = register.kind === 'bundled' ? register.mount.split('+') : [];
  const known = bundled?.find(({ name }) => register.kind === 'bundled' && name === register.name);
  const isSwitch = known !== undefined && switches.length > 0;
  const called = isSwitch ? switches.join('+') : formatRegisterId(register);
  return (
    <Notice
      page
      live
      tone="failed"
      title={`${isSwitch ? `Unknown switch${switches.length > 1 ? ' in' : ''}` : 'There is no register called'} “${isolated(called)}”`}
      actions={
        <Link
          className={buttonClass('strong')}
          to={isSwitch ? pathTo({ view: 'overview', register: withMount(register, mount) }) : '/'}
        >
          Open {isSwitch ? isolated(known.title) : 'a register'}
        </Link>
      }
    >
      <p>
        {isSwitch
          ? 'A switch in an address makes the server of an example register behave differently.'
          : 'The address may be misspelt. These registers are here:'}
      </p>
      {!isSwitch && (
        <div className={styles.list}>
          <OtherRegisters />
        </div>
      )}
    </Notice>
  );
}
