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

/** setMarks does again what it can of these marks; `absent` are those whose elements are not there yet, `changed` those that were not as they had been. */
export function setMarks(
  content: Element,
  marks: readonly Mark[],
): { readonly absent: readonly Mark[]; readonly changed: readonly Mark[] } {
  const absent: Mark[] = [];
  const changed: Mark[] = [];
  const byKind = new Map<Kind, ReturnType<typeof found>>();
  for (const mark of marks) {
    const there = byKind.get(mark.kind) ?? found(content, mark.kind);
    byKind.set(mark.kind, there);
    const one = there.find(({ name, nth }) => name === mark.name && nth === mark.nth);
    if (one === undefined) absent.push(mark);
    else if (!isSet(one.element, mark)) {
      set(one.element, mark);
      changed.push(mark);
    }
  }
  return { absent, changed };
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

function nameOf(element: HTMLElement): string {
  const named = element instanceof HTMLDetailsElement ? element.querySelector('summary') : element;
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const label = isField ? (element.labels?.[0]?.textContent ?? element.name) : named?.textContent;
  return (named?.getAttribute('aria-label') ?? label ?? '').trim().slice(0, LONGEST_NAME);
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

function isSet(element: HTMLElement, { kind, value }: Mark): boolean {
  if (kind === 'beside') return Math.abs(element.scrollLeft - value) < 2;
  // A reader who is typing already is not written over.
  if (kind === 'field' && element === document.activeElement) return true;
  return valueOf(kind, element) === value;
}

function set(element: HTMLElement, { kind, value }: Mark): void {
  if (kind === 'beside') element.scrollLeft = value;
  else if (kind === 'field') type(element as HTMLInputElement, value);
  else if (element instanceof HTMLDetailsElement) element.open = true;
  else element.click();
}

/** type writes into a field as a person does, so that whoever listens hears of it: React looks past a value that is merely set. */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const proto = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(proto.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
