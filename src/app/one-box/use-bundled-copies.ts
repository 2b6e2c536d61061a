import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { replicaDeskOf } from '../../query/replica.ts';
import { headQuery } from '../../query/register-queries.ts';
import { bundledQuery } from '../../query/site.ts';
import { sessionFor } from '../sessions.ts';
import { site } from '../site.ts';

/** SMALL is up to how many entries a bundled register is read whole because somebody looks for something. */
const SMALL = 1_000;
/** It repeats another one, to show what lies look like. */
const EXAMPLE = 'unfaithful';

/** useBundledCopies reads the small bundled registers whole once `isWanted`, which only this page's own server is asked for; how many of them have been read, and whether any still is. */
export function useBundledCopies(isWanted: boolean): { readonly come: number; readonly isReading: boolean } {
  const queries = useQueryClient();
  const { data: bundled } = useQuery(bundledQuery(site));
  const [come, setCome] = useState(0);
  const sessions = useMemo(
    () =>
      (bundled ?? [])
        .filter(({ name, totalEntries = Infinity }) => name !== EXAMPLE && totalEntries <= SMALL)
        .map(({ name }) => sessionFor({ kind: 'bundled', name, mount: 'v2' })),
    [bundled],
  );
  useEffect(() => {
    if (!isWanted) return;
    const desks = sessions.map((session) => replicaDeskOf(session, queries));
    const count = (): void =>
      setCome(desks.filter((desk) => ['ready', 'failed'].includes(desk.phase().phase)).length);
    const ends = desks.map((desk) => desk.subscribe(count));
    let left = false;
    for (const [index, session] of sessions.entries()) {
      const desk = desks[index];
      if (desk?.phase().phase !== 'absent') continue;
      // Where it cannot be had, its records are offered unseen, as those of any other register.
      queries.ensureQueryData(headQuery(session)).then(
        (head) => left || desk.read(head.logSize, head),
        () => setCome((before) => before + 1),
      );
    }
    count();
    return () => {
      left = true;
      for (const end of ends) end();
    };
  }, [isWanted, sessions, queries]);
  return { come, isReading: isWanted && come < sessions.length };
}
