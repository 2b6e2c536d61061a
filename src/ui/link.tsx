import { use, type ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router';
import { keepAt, AtContext } from './register-paths.ts';
import { NO_PLACE } from './paths.ts';

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
  const to = present ? target : keepAt(target, scope);
  const href = useHref(to);
  const go = useLinkClickHandler(to, { replace, state });
  if (to[0] === NO_PLACE) return props.children;
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

/** useGo returns a function that goes where a Link to this place would lead. */
export function useGo(): (to: string, options?: { readonly replace: boolean }) => void {
  const navigate = useNavigate();
  const scope = use(AtContext);
  return (to, options) => void navigate(keepAt(to, scope), options);
}
