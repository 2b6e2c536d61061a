import { get, update } from 'idb-keyval';
import * as v from 'valibot';
import { browserStore } from '../browser-store.ts';

/** KnownWitness is a witness whom the reader trusts for one register. */
export interface KnownWitness {
  /** The public key as a line, see readVerifierKey. One key is listed once. */
  readonly vkey: string;
  /** Where its checkpoint of this register is; without one the reader hands it over. */
  readonly address?: string | undefined;
  /** The signed note that the reader handed over last. */
  readonly note?: string | undefined;
}

const LIST = v.array(
  v.strictObject({ vkey: v.string(), address: v.optional(v.string()), note: v.optional(v.string()) }),
);

const store = browserStore('register-explorer-witnesses', 'lists');

/** readWitnesses lists the witnesses of a register. Rejects if storage refuses, or holds something else. */
export async function readWitnesses(registerId: string): Promise<readonly KnownWitness[]> {
  return listIn(await get(registerId, store));
}

/** changeWitness adds a witness, or changes the one with this key; undefined removes it. Rejects as readWitnesses does, and writes nothing then. */
export async function changeWitness(
  registerId: string,
  vkey: string,
  witness: KnownWitness | undefined,
): Promise<void> {
  await update(
    registerId,
    (stored: unknown) => {
      const list = [...listIn(stored)];
      const at = list.findIndex((one) => one.vkey === vkey);
      list.splice(at < 0 ? list.length : at, at < 0 ? 0 : 1, ...(witness === undefined ? [] : [witness]));
      return list;
    },
    store,
  );
}

function listIn(stored: unknown): readonly KnownWitness[] {
  return stored === undefined ? [] : v.parse(LIST, stored);
}
