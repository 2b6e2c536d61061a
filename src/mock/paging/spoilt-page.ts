import type { Manner } from '../manner.ts';

/** spoiltPage is a page of ascending entry numbers as the manner sends it. A page of one is always true. */
export function spoiltPage(numbers: readonly number[], { entryPages }: Manner): readonly number[] {
  switch (entryPages) {
    case 'skip':
      return numbers.toSpliced(1, 1);
    case 'repeat':
      return numbers.flatMap((number, index) => (index === 1 ? [number, number] : [number]));
    case 'reverse':
      return numbers.toReversed();
    case 'true':
      return numbers;
  }
}
