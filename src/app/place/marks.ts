/**
 * Mark is one thing of a view that a reader has changed and no address tells: an opened fold, an expanded button, the text of a field, how far a box was scrolled
 * sideways. It is found again by what it is called, and by which of that name it is (0 for the first).
 */
export type Mark = { readonly name: string; readonly nth: number } & (
  | { readonly kind: 'details' | 'expanded' | 'field'; readonly value: string }
  | { readonly kind: 'beside'; readonly value: number }
);

/** LONGEST_TEXT is how many UTF-16 code units of a field are kept; a longer text is not. */
const LONGEST_TEXT = 20_000;
const LONGEST_NAME = 120;
/** MOST_MARKS bounds what a view keeps of one kind. */
const MOST_MARKS = 60;

type Kind = Mark['kind'];

const SELECTORS: Record<Kind, string> = {
  details: 'details',
  expanded: 'button[aria-expanded]:not([aria-haspopup])',
  field: 'textarea, input:is([type="text"], [type="search"], [type="url"], [type="number"], :not([type]))',
  beside: '[tabindex="0"], [role="region"]',
};
const KINDS = ['details', 'expanded', 'field', 'beside'] as const;

/** readMarks lists what was opened and typed within an element. */
export function readMarks(content: Element): readonly Mark[] {
  return KINDS.flatMap((kind) =>
    found(content, kind)
      .flatMap(({ element, name, nth }): Mark[] => {
        const value = valueOf(kind, element);
        return value === undefined ? [] : [{ kind, name, nth, value } as Mark];
      })
      .slice(0, MOST_MARKS),
  );
}

/** setMarks does again what it can of these marks, and returns those whose elements are not there yet. */
export function setMarks(content: Element, marks: readonly Mark[]): readonly Mark[] {
  const byKind = new Map<Kind, ReturnType<typeof found>>();
  return marks.filter((mark) => {
    const there = byKind.get(mark.kind) ?? found(content, mark.kind);
    byKind.set(mark.kind, there);
    const one = there.find(({ name, nth }) => name === mark.name && nth === mark.nth);
    return one === undefined || !set(one.element, mark);
  });
}

function found(content: Element, kind: Kind) {
  const seen = new Map<string, number>();
  return [...content.querySelectorAll<HTMLElement>(SELECTORS[kind])]
    .filter((element) => element.closest('dialog, [popover]') === null)
    .map((element) => {
      const name = nameOf(element);
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      return { element, name, nth };
    });
}

/** Counts may have changed by the time the view is seen again. */
function nameOf(element: HTMLElement): string {
  const label =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? (element.labels?.[0]?.textContent ?? element.name)
      : element instanceof HTMLDetailsElement
        ? element.querySelector('summary')?.textContent
        : element.textContent;
  return (element.getAttribute('aria-label') ?? label ?? '').trim().slice(0, LONGEST_NAME);
}

function valueOf(kind: Kind, element: HTMLElement): string | number | undefined {
  switch (kind) {
    case 'details':
      return element instanceof HTMLDetailsElement && element.open ? 'open' : undefined;
    case 'expanded':
      return element.getAttribute('aria-expanded') === 'true' ? 'true' : undefined;
    case 'field': {
      const { value, readOnly } = element as HTMLInputElement;
      return readOnly || value === '' || value.length > LONGEST_TEXT ? undefined : value;
    }
    case 'beside':
      return element.scrollLeft === 0 ? undefined : element.scrollLeft;
  }
}

/** set returns whether the element is as it was. */
function set(element: HTMLElement, { kind, value }: Mark): boolean {
  switch (kind) {
    case 'details':
      if (element instanceof HTMLDetailsElement) element.open = true;
      return true;
    case 'expanded':
      if (element.getAttribute('aria-expanded') !== 'true') element.click();
      return true;
    case 'field':
      type(element as HTMLInputElement, value);
      return true;
    case 'beside':
      element.scrollLeft = value;
      return Math.abs(element.scrollLeft - value) < 2;
  }
}

/** type writes into a field as a person does, so that whoever listens hears of it: React looks past a value that is merely set. */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text || field === document.activeElement) return;
  const proto = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(proto.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
