import { type RefObject, useEffect } from 'react';
import { wordsIn } from '../core/words.ts';

/** FOUND_WORDS is the highlight's name in the style sheet. */
const FOUND_WORDS = 'found-words';

/**
 * useMarkedWords marks the words found in the element, in descendants with the attribute `data-found-in`,
 * without changing the elements (CSS Custom Highlight API; a browser without it marks nothing). `terms` are
 * folded (core/words.ts). One place of a page at a time.
 */
export function useMarkedWords(place: RefObject<HTMLElement | null>, terms: ReadonlySet<string>): void {
  useEffect(() => {
    const element = place.current;
    if (element === null || !('highlights' in CSS)) return undefined;
    if (terms.size === 0) return undefined;
    let due = 0;
    const mark = (): void => {
      due = 0;
      CSS.highlights.set(FOUND_WORDS, new Highlight(...rangesOf(element, terms)));
    };
    mark();
    // Values are drawn again once definitions are there.
    const observer = new MutationObserver(() => {
      due ||= requestAnimationFrame(mark);
    });
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(due);
      CSS.highlights.delete(FOUND_WORDS);
    };
  }, [place, terms]);
}

function rangesOf(element: HTMLElement, terms: ReadonlySet<string>): readonly Range[] {
  const ranges: Range[] = [];
  for (const part of element.querySelectorAll('[data-found-in]')) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const word of wordsIn(node.nodeValue ?? '')) {
        if (!terms.has(word.folded)) continue;
        const range = document.createRange();
        range.setStart(node, word.start);
        range.setEnd(node, word.end);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
