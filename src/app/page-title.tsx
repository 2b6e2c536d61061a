import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Place } from '../ui/paths.ts';
import { titleWords } from './title-words.ts';

/** PageTitle names the page after the heading on view, whenever that changes: so both say the same, and no view can forget it. `register` is what the register is called, where there is one. */
export function PageTitle({ place, register }: { place: Place | undefined; register?: string | undefined }) {
  const { search } = useLocation();
  useEffect(() => {
    const content = document.getElementById('content');
    const follow = (): void => {
      const heading = content?.querySelector('h1')?.textContent ?? undefined;
      const title = titleWords({ place, search, heading, register });
      if (document.title !== title) document.title = title;
    };
    follow();
    if (content === null) return undefined;
    const observer = new MutationObserver(follow);
    observer.observe(content, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [place, search, register]);
  return null;
}
