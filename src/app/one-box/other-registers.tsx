import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { formatRegisterId, pathTo } from '../../ui/paths.ts';
import { useKnownRegisters } from './box-context.ts';

/** OtherRegisters lists the registers this browser opened before and the bundled ones, without the one on view: each by its title, and by its address where that is not its name. */
export function OtherRegisters({
  here,
  onFollow,
}: {
  /** The id of the register on view. */
  here: string;
  onFollow: () => void;
}) {
  return (
    <ul aria-label="Other registers">
      {useKnownRegisters(here).map(({ id, title, name }) => {
        const written = formatRegisterId(id);
        return (
          <li key={written}>
            <Link to={pathTo({ view: 'overview', register: id })} onClick={onFollow}>
              <Literal text={title} />
              {written !== name && (
                <span className="fine">
                  {' '}
                  <Literal text={written} />
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
