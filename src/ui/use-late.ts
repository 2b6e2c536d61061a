import { useEffect, useState } from 'react';

/** useLate reports whether something has been open for so long, in milliseconds. */
export function useLate(isOpen: boolean, lateMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOpen, lateMs]);
  return isLate;
}
