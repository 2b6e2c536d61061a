/** Guard reports whether a value of unknown origin has a form. */
export type Guard = (value: unknown) => boolean;

/** fieldsOf returns a value to read named members of; it has none if the value is null or undefined. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}

/** object is the form of a value whose named members have these forms; further members are ignored. */
export function object(fields: Readonly<Record<string, Guard>>): Guard {
  return (value) => {
    const own = fieldsOf(value);
    return Object.entries(fields).every(([name, fits]) => fits(own[name]));
  };
}

/** listOf is the form of an array without holes whose members have this form. */
export function listOf(fits: Guard): Guard {
  // Spread first: `every` alone would pass over holes.
  return (value) => Array.isArray(value) && [...value].every(fits);
}

/** optional also accepts undefined. */
export function optional(fits: Guard): Guard {
  return (value) => value === undefined || fits(value);
}

/** oneOf is the form of these values. */
export function oneOf(...values: readonly unknown[]): Guard {
  return (value) => values.includes(value);
}

/** isWhole reports whether a value is a whole number from `least` to 2^53-1. */
export function isWhole(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}

/** isText reports whether a value is a string. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
