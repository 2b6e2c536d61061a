/** The used part of Trusted Types; not every browser has them. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown;
}

/**
 * allowOwnWorkers lets the page load code only from the folder of its own build, and its service worker.
 * Under the page's policy (src/build/page-head.ts) a browser with Trusted Types refuses every other address,
 * and all text that would become markup or a script.
 */
export function allowOwnWorkers(): void {
  const folder = import.meta.url.replace(/[^/]*$/, '');
  const serviceWorker = new URL(`${import.meta.env.BASE_URL}service-worker.js`, folder).href;
  (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      const { href } = new URL(address, folder);
      return href.startsWith(folder) || href === serviceWorker ? href : null;
    },
  });
}
