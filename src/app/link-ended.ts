/** hasEnded tells whether an end-date, which may be a year or a month only, has begun by now, in UTC (wire notes, "Keys, values"). What is no date, or withheld, has not. */
export function hasEnded(endDate: string): boolean {
  return /^\d{4}/.test(endDate) && endDate <= new Date().toISOString();
}
