import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { SiteContext } from '../query/site.ts';
import { findText } from '../ui/find.ts';
import { StartView } from '../views/start/start-view.tsx';
import { site } from './site.ts';

/** StartPage is the start view with what it is built on; a reader who follows a link to a record does not fetch it. What another app shared is put into the box. */
export function StartPage() {
  const [query, setQuery] = useSearchParams();
  const shared = sharedText(query);
  useEffect(() => {
    if (shared === undefined) return;
    findText(shared);
    setQuery({}, { replace: true });
  }, [shared, setQuery]);
  return (
    <SiteContext value={site}>
      <StartView />
    </SiteContext>
  );
}

/** sharedText is what the share target of manifest.webmanifest brought: an address, which some apps put among other words. */
function sharedText(query: URLSearchParams): string | undefined {
  const [url, text, title] = ['url', 'text', 'title'].map((name) => query.get(name)?.trim());
  return url || /https?:\/\/\S+/.exec(`${text} ${title}`)?.[0] || text || title || undefined;
}
