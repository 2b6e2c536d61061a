import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** SETTLED_MS is how long what a page says stays the same before it is announced. */
const SETTLED_MS = 1000;

/**
 * Status is the one live region of the page. It announces what elements with `data-announce` say, their text or the
 * words of the attribute, once all of it has settled, and only what is new on this page.
 */
export function Status() {
  const { pathname, search } = useLocation();
  // The log writes there where it is scrolled to.
  const page = pathname + search.replace(/[?&]entry=\d+/, '');
  const [words, setWords] = useState('');
  useEffect(() => {
    let said: readonly string[] = [];
    let waiting = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const announce = (): void => {
      const now = wordsOf(marked().filter((element) => element.checkVisibility()));
      setWords(now.filter((one) => !said.includes(one)).join(' '));
      said = now;
    };
    const follow = (): void => {
      const now = wordsOf(marked()).join(' ');
      if (now === waiting) return;
      waiting = now;
      // Emptied, so that the same words are announced again.
      setWords('');
      clearTimeout(timer);
      timer = setTimeout(announce, SETTLED_MS);
    };
    follow();
    const observer = new MutationObserver(follow);
    const attributeFilter = ['data-announce'];
    observer.observe(document.body, { childList: true, characterData: true, subtree: true, attributeFilter });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [page]);
  return (
    <p role="status" className="visually-hidden">
      {words}
    </p>
  );
}

function marked(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-announce]')];
}

/** wordsOf returns what elements say, each as a sentence. */
function wordsOf(elements: readonly HTMLElement[]): readonly string[] {
  const words = elements.map(({ dataset, textContent }) => (dataset['announce'] || textContent).trim());
  return [...new Set(words.filter(Boolean))].map((text) => text.replace(/[^.?!…]$/, '$&.'));
}
