const ofRegister = (registerId: string): string => `register-explorer:audit:${registerId}`;
const inThisPage = new Set<string>();

/** keepsAudit says whether an audit of this register was ever begun in this browser: cheap to ask, so that a page need not fetch the code that reads what is kept. */
export function keepsAudit(registerId: string): boolean {
  if (inThisPage.has(registerId)) return true;
  try {
    return localStorage.getItem(ofRegister(registerId)) !== null;
  } catch {
    return false;
  }
}

/** noteAudit notes that an audit of this register was begun here; for as long as the page where storage is refused. */
export function noteAudit(registerId: string): void {
  inThisPage.add(registerId);
  try {
    localStorage.setItem(ofRegister(registerId), '1');
  } catch {
    // Storage is full or refused.
  }
}
