import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { addressWords } from '../../ui/address-words.ts';
import { formatRegisterId, parseRegisterId, pathTo } from '../../ui/paths.ts';
import { sameRegister } from '../links/link-target.ts';
import { useKnownRegisters } from './box-context.ts';

/** OtherRegisters lists the registers this browser opened before and the bundled ones, without the one on view: each once, in whichever variant and mood, by its title, and by its address where that is not its name. */
export function OtherRegisters({
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
