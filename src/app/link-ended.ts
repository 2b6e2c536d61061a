import { hasBegun } from '../core/moment.ts';

/** hasEnded tells whether an end-date has begun by now. */
export function hasEnded(endDate: string): boolean {
  return hasBegun(endDate, new Date().toISOString());
}
