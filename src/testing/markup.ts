import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** markupOf returns the markup of an element. */
export const markupOf = (element: ReactNode): string => renderToStaticMarkup(element);

const ENTITIES = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' } as const;

/** textOf returns the text in React's markup, which has only tags and texts. */
export const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
