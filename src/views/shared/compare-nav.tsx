import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';

const VIEWS = [
  ['compare', 'Others'],
  ['witnesses', 'Witnesses'],
  ['changes', 'Changes'],
] as const;

/** CompareNav links the pages that compare this log: with what others see, and with itself at another size. */
export function CompareNav({ here }: { here: (typeof VIEWS)[number][0] }) {
  const { view } = usePaths();
  return (
    <nav className="row pills" aria-label="Compare">
      {VIEWS.map(([name, words]) => (
        <Link key={name} to={view(name)} aria-current={name === here ? 'page' : undefined}>
          {words}
        </Link>
      ))}
    </nav>
  );
}
