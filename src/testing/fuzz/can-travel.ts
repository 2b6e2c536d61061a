/** canTravel tells whether a text has UTF-8 bytes, without the program's own words for it. */
export function canTravel(text: string): boolean {
  return Buffer.from(text, 'utf8').toString('utf8') === text;
}
