/** hasEnded tells whether an end-date, which may be a year or a month only, has begun by now, in UTC (wire notes, "Keys, values"). */
export function hasEnded(endDate: string): boolean {
  return endDate !== '' && endDate <= new Date().toISOString();
}
