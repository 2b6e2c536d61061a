import { witnessLists } from '../verify/reader-lists.ts';
import { isKept, noteKept } from './kept-audit.ts';

/** VKEY is the key of the tour's witness. Its private half is the SHA-256 of "demo witness of Register Explorer", so that nobody takes it for anyone's. */
const VKEY = 'demo.example/witness+738061d1+BGYpqwBPcDznZbIfsSiblj+I+4RHaB8mbJKTu2vKrYjO';

/** NOTES are what it signed of the honest log of `unfaithful`, with either API. */
const NOTES = {
  items:
    'register.invalid/unfaithful/45622c7445eef120c4c9ad13a7a48f5a4deef4b92de5ff912e85dbc25e0b2665#items\n295\nhh0XepuSNmZa7aRXIMwic9UjnCosLIrWs7AAjcJeFRo=\n\n\u2014 demo.example/witness c4Bh0QAAAABq/42A7EOlne79wex2iHo+sYGZ1pGetee0TW8u58aR6RVrN1ZQLUHw1qnmHZnuu3xODs6MKt2WRJ89M9Hia1y2jfDYDw==\n',
  blobs:
    'register.invalid/unfaithful/03dbbb909551d0a6655302495fd80c88d52846ccdf9c4e7694396006d2802541#blobs\n295\nuLGEufIKri6Chvh6iVXagcfwOZYZ/7H61aVmNKqrAYo=\n\n\u2014 demo.example/witness c4Bh0QAAAABq/42ALZ6+JFW/u7CsYSDpkJ65Ivg9HJnZ0tIjAtUviZmLgEWK8UlEF74T0waLSdLM9LPvnRmk1+XBOC658rFgoxgZDQ==\n',
};

/** demoWitness is the tour's witness of `unfaithful` with that API. */
export function demoWitness(api: keyof typeof NOTES) {
  return { vkey: VKEY, note: NOTES[api] };
}

/** setDemoWitness makes the tour's witness one of the reader's for a register, or none of them. Rejects if storage refuses. */
export async function setDemoWitness(registerId: string, isWanted: boolean): Promise<void> {
  if (!isWanted && !isKept('witnesses', registerId)) return;
  const witness = demoWitness(registerId.endsWith('~earlier') ? 'blobs' : 'items');
  await witnessLists.change(registerId, VKEY, isWanted ? witness : undefined);
  noteKept('witnesses', registerId);
}
