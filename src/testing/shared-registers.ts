import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../shared/registers/', import.meta.url));

/** sharedRegisters is the folder of real registers beside the project, or undefined if there is none; tests that need it then skip. */
export const sharedRegisters: string | undefined = existsSync(folder) ? folder : undefined;

/** SKIP_REASON goes into the name of a test that needs the folder. */
export const SKIP_REASON = 'needs the real registers in ../shared/registers, skipped where they are absent';
