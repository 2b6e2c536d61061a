import type { APIRequestContext } from 'playwright/test';

/** Showcase is the one entry of a register that the altered-… switches touch. */
export interface Showcase {
  readonly key: string;
  readonly entryNumber: number;
}

/** showcaseOf reads it from the mock server's list of registers. */
export async function showcaseOf(request: APIRequestContext, name: string): Promise<Showcase> {
  const list = (await (await request.get('/registers')).json()) as {
    registers: { name: string; showcase: { 'entry-number': number; key: string } }[];
  };
  const found = list.registers.find((register) => register.name === name);
  if (found === undefined) throw new Error(`the list has no register ${name}`);
  return { key: found.showcase.key, entryNumber: found.showcase['entry-number'] };
}
