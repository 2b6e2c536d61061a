/** isMissingCode reports whether an error is a browser's for a file of this page's code that could not be loaded. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported|module script failed|preload/.test(error.message);
}

/** MISSING_CODE says so to people. */
export const MISSING_CODE = {
  title: 'A part of this page could not be fetched',
  message:
    'You are offline, or a newer version has replaced this page. What you had open is still there: go back. This says nothing about the register.',
};
