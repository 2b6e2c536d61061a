import type { ReactNode } from 'react';
import { useHref } from 'react-router';

declare const __SINGLE_FILE__: boolean;
/** The address of a file inside the single-file edition (src/build/single-file.ts). */
declare const inlineFile: (name: string) => string;

/** CheckerScript links to the script that checks a proof bundle without this site. */
export function CheckerScript() {
  return <SiteFile path="/check-bundle.mjs">check-bundle.mjs</SiteFile>;
}

/** BundleSchema links to the JSON Schema of proof bundles. */
export function BundleSchema() {
  return <SiteFile path="/proof-bundle.schema.json">proof-bundle.schema.json</SiteFile>;
}

/** SiteFile links to a downloadable file of the site; it is not a page of the router. */
function SiteFile({ path, children }: { path: string; children: ReactNode }) {
  const href = useHref(path);
  return (
    <a href={__SINGLE_FILE__ ? inlineFile(path.slice(1)) : href} download={path.slice(1)}>
      {children}
    </a>
  );
}
