import type { ReactNode } from 'react';
import { useHref } from 'react-router';

/** CheckerScript links to the script that checks a proof bundle without this site. */
export function CheckerScript() {
  return <SiteFile path="/check-bundle.mjs">check-bundle.mjs</SiteFile>;
}

/** BundleSchema links to the description that proof bundles are read by. */
export function BundleSchema() {
  return <SiteFile path="/proof-bundle.schema.json">proof-bundle.schema.json</SiteFile>;
}

/** SiteFile links to a file beside the site's own, for the browser to save; it is no page of the router. */
function SiteFile({ path, children }: { path: string; children: ReactNode }) {
  return (
    <a href={useHref(path)} download>
      {children}
    </a>
  );
}
