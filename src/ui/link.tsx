import { use, type ComponentProps } from 'react';
import { keepMoment, MomentContext } from './at.ts';
import { NO_PLACE } from './paths.ts';
import { useHref, useNavigate } from './router.tsx';

/**
 * Link goes to another place of this site without a reload; a click that asks for a new tab or a download is left to the browser. Within a register shown
 * at an earlier size it keeps `?at=`; with `present` it does not. `state` is passed to the page there, beside its address. To no place it is text.
 */
export function Link({
  to: asked,
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
  const moment = use(MomentContext);
  const to = present ? asked : keepMoment(asked, moment);
  const href = useHref(to);
  const navigate = useNavigate();
  if (to[0] === NO_PLACE) return props.children;
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
        const isOwn = button === 0 && !(metaKey || altKey || ctrlKey || shiftKey) && !props.target;
        if (event.defaultPrevented || !isOwn) return;
        event.preventDefault();
        navigate(to, { replace, state });
      }}
    />
  );
}
