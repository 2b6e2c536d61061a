import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bundledQuery } from '../../query/site.ts';
import { parseRegisterId } from '../../ui/paths.ts';
import { nameIn } from '../links/link-target.ts';
import { readRecent } from '../kept-lists.ts';
import { site } from '../site.ts';
import type { NamedRegister } from './model.ts';

/** useNamedRegisters lists the registers this browser opened before and the bundled ones, without the one on view. */
export function useNamedRegisters(here?: string): readonly NamedRegister[] {
  const { data: bundled } = useQuery(bundledQuery(site));
  return useMemo(() => {
    const listed = new Map<string, string>();
    for (const { id, title } of readRecent()) listed.set(id, title);
    for (const { name, title } of bundled ?? []) if (!listed.has(name)) listed.set(name, title);
    return [...listed].flatMap(([written, title]): NamedRegister[] => {
      const id = parseRegisterId(written);
      return id === undefined || written === here ? [] : [{ id, title, name: nameIn(id) ?? '' }];
    });
  }, [bundled, here]);
}
