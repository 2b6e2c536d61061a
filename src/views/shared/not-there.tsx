import type { ReactNode } from 'react';
import { DeclareMissing } from '../../query/use-whole-log.ts';
import { useAt, Link } from '../../ui/link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/**
 * ExistingLink is a link to something that exists: its text, its address, and whether it leads from an
 * earlier size to the current log.
 */
type ExistingLink = readonly [words: string, to: string, present?: 'present'];

/** NotThere replaces a page about something that the server does not have, and links to what exists. */
export function NotThere({
  title,
  ways,
  isDeclared = false,
  children,
}: {
  title: string;
  /** The first is the one that most readers want. */
  ways?: readonly ExistingLink[];
  /** The caller declares the page's checks. */
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
