import { use, type ComponentProps } from 'react';
import { keepAt, AtContext } from './register-paths.ts';
import { NO_PLACE } from './paths.ts';
import { hrefOf, navigate, useLocation } from './router.tsx';

/**
 * Link goes to another place of this site without a reload; a click that asks for a new tab or a download is
 * left to the browser. Within a register shown at an earlier size it keeps `?at=`; with `present` it does
 * not. `state` is passed to the page there, beside its address. To no place it is text.
 */
export function Link({
  to: target,
  replace = false,
  present = false,
  state,
  onClick,
  ...props
}: Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  replace?: boolean;
  present?: boolean;
  state?: unknown;
}) {
  const scope = use(AtContext);
  const { pathname } = useLocation();
  const to = present ? target : keepAt(target, scope);
  if (to[0] === NO_PLACE) return props.children;
  // A query alone is of this page.
  const path = to.startsWith('?') ? pathname + to : to;
  return (
    <a
      {...props}
      href={hrefOf(path)}
      onClick={(event) => {
        onClick?.(event);
        const { defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey } = event;
        if (defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
        event.preventDefault();
        navigate(path, { replace, state });
      }}
    />
  );
}
