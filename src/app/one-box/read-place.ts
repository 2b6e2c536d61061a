import { foldWord as fold } from '../../core/words.ts';
import { pathTo, type RegisterPlace } from '../../ui/paths.ts';
import type { BoxContext } from './box-context.ts';
import { type Offer, toExactPath, toPath, words } from './understood.ts';

type ViewName = Extract<
  RegisterPlace['view'],
  'overview' | 'records' | 'entries' | 'items' | 'proofs' | 'audit' | 'compare' | 'lab' | 'api'
>;

/** What people call the views of a register, folded. */
const VIEWS: ReadonlyMap<string, ViewName> = new Map([
  ['overview', 'overview'],
  ['records', 'records'],
  ['entries', 'entries'],
  ['log', 'entries'],
  ['items', 'items'],
  ['blobs', 'items'],
  ['proofs', 'proofs'],
  ['audit', 'audit'],
  ['compare', 'compare'],
  ['lab', 'lab'],
  ['api', 'api'],
  ['requests', 'api'],
]);

const PAGES: ReadonlyMap<string, string> = new Map([
  ['settings', '/settings'],
  ['remembered roots', '/settings'],
  ['check', '/check'],
]);

/** readPlace understands the name of a view of the register on view, or of a page beside it. A key or a value of that name comes before it. */
export function readPlace(text: string, { here }: BoxContext): readonly Offer[] {
  const name = fold(text);
  const view = here === undefined ? undefined : VIEWS.get(name);
  const page = PAGES.get(name);
  return [
    ...(view === undefined || here === undefined
      ? []
      : [place(text, toPath(pathTo({ view, register: here.id })))]),
    ...(page === undefined ? [] : [place(text, toExactPath(page))]),
  ];
}

function place(text: string, target: Offer['target']): Offer {
  return {
    kind: 'place',
    sure: 1,
    what: words`The page ${text}`,
    leads: words`A page of this site.`,
    target,
  };
}
