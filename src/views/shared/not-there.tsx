import type { ReactNode } from 'react';
import { DeclareMissing } from '../../query/use-whole-log.ts';
import { useAt } from '../../ui/at.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Way is a link to what there is: its words, its address, and whether it leads out of an earlier size to the log as it is now. */
type Way = readonly [words: string, to: string, present?: 'present'];

/** NotThere takes the place of a page about what the register is said not to have, and leads to what there is. */
export function NotThere({
  title,
  ways,
  isDeclared = false,
  children,
}: {
  title: string;
  /** The first is the one that most readers want. */
  ways?: readonly Way[];
  /** The caller tells the trust store what the page rests on. */
  isDeclared?: boolean;
  children: ReactNode;
}) {
  const at = useAt();
  return (
    <Notice
      page
      live
      title={title}
      actions={ways?.map(([words, to, present], index) => (
        <Link
          key={words}
          className={buttonClass(index === 0 ? 'strong' : 'plain')}
          present={present !== undefined}
          to={to}
        >
          {words}
        </Link>
      ))}
    >
      {!isDeclared && <DeclareMissing at={at} />}
      {children}
    </Notice>
  );
}
