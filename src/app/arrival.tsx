import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * Arrival brings a reader who followed a link to the top of the place it leads to, with the focus on its content, so that a keyboard goes on and a screen
 * reader speaks from there. Who goes back, forward, or loads the page anew finds the view as it was left.
 */
export function Arrival() {
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const from = useRef(pathname);
  useEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    if (type === NavigationType.Pop) return;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, key, type]);
  return null;
}
