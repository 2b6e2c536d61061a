/** Json is what an answer's body is made of. Objects are Maps: they keep their order, and `__proto__` is a name like any other. */
export type Json = string | number | null | readonly Json[] | Row;

/** Row is a JSON object, and one line of a table where the answer is CSV. */
export type Row = ReadonlyMap<string, Json>;

/** row makes a Row of properties, leaving out those that are undefined. */
export function row(properties: Readonly<Record<string, Json | undefined>>): Row {
  const result = new Map<string, Json>();
  for (const [name, value] of Object.entries(properties)) if (value !== undefined) result.set(name, value);
  return result;
}

/** jsonText writes JSON without white space, properties in the order of the Map (a JavaScript object would move integer-like keys to the front). */
export function jsonText(value: Json): string {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return JSON.stringify(value);
  let text = '';
  if (value instanceof Map) {
    for (const [name, member] of value as Row)
      text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${jsonText(member)}`;
    return `{${text}}`;
  }
  for (const member of value as readonly Json[]) text += (text === '' ? '' : ',') + jsonText(member);
  return `[${text}]`;
}
