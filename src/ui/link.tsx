import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

/** Link goes to another place of this site without a reload; a click that asks for a new tab or a download is left to the browser. */
export function Link({
  to,
  replace = false,
  onClick,
  ...props
}: Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean }) {
  const href = useHref(to);
  const go = useLinkClickHandler(to, { replace });
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) go(event);
      }}
    />
  );
}
