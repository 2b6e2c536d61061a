import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** markupOf is what React writes for an element. */
export const markupOf = (element: ReactNode): string => renderToStaticMarkup(element);

const ENTITIES = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' } as const;

/** textOf is the text in markup; what React writes has no other form than tags and texts. */
export const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);

/** countIn is how often a form stands in the markup of an element. */
export const countIn = (element: ReactNode, form: RegExp): number =>
  markupOf(element).match(form)?.length ?? 0;
