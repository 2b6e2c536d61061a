import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { clientQuery } from '../../query/client-query.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import type { RegisterSession } from '../../query/session.ts';
import { bundledQuery } from '../../query/site.ts';
import { useAt } from '../../ui/at.ts';
import { parseRegisterId, type RegisterId } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS, SITE_ADDRESS } from '../../ui/site-address.ts';
import { nameIn } from '../link-target.ts';
import { readRecent } from '../recent.ts';
import { site } from '../site.ts';
import type { BoxContext, NamedRegister, OpenRegister } from './box-context.ts';
import { readDateSpan } from './date-span.ts';
import { findSpan } from './find-span.ts';
import { knownOf } from './known.ts';
import { useCopy } from './use-copy.ts';
import { useReadRegisters } from './use-read-registers.ts';

declare const __SINGLE_FILE__: boolean;

/** SITE is what a path of this site follows in an address. */
export const SITE = (__SINGLE_FILE__ ? location.href.replace(/#.*|$/s, '#') : SITE_ADDRESS).replace(
  /\/$/,
  '',
);

/** useContextAnywhere is what is known where no register is on view; `settled` is looked for in what was read in this visit. */
export function useContextAnywhere(settled: string): BoxContext {
  const registers = useNamedRegisters();
  const { read, isComing } = useReadRegisters(registers, settled);
  return useMemo(() => {
    const asked = { text: settled.trim(), isComing };
    return { site: SITE, registersAddress: REGISTERS_ADDRESS, here: undefined, registers, read, asked };
  }, [registers, read, settled, isComing]);
}

/** useContextIn is what is known of the register on view and of others; `settled` is the text for which the log and its copy are searched. Opening the box asks nothing of a register. */
export function useContextIn(session: RegisterSession, id: RegisterId, settled: string): BoxContext {
  const queries = useQueryClient();
  const at = useAt();
  const client = useQuery({ ...clientQuery(session), enabled: false });
  const isOpen = client.isSuccess;
  const { data: register } = useQuery({ ...registerQuery(session), enabled: false });
  const { data: head, isFetching } = useQuery({ ...headQuery(session), enabled: false });
  const logSize = head?.logSize ?? register?.totalEntries;
  const [known] = useState(() => knownOf(queries, session, at));
  const span = useSpan(session, settled, isOpen ? logSize : undefined);
  const others = useNamedRegisters(session.id);
  const shownSize = at === undefined || logSize === undefined ? logSize : Math.min(at, logSize);
  const copy = useCopy(session, settled, isOpen ? head : undefined, {
    at,
    logSize: shownSize,
    variant: register?.variant,
  });
  const isComing = copy.isComing || (head === undefined && (client.isFetching || isFetching));
  return useMemo(() => {
    const name = register?.name ?? nameOf(id);
    const here: OpenRegister = {
      id,
      name,
      title: register?.title ?? name,
      base: session.base,
      variant: register?.variant,
      logSize: shownSize,
      at,
      presentSize: logSize,
      attributes: (register?.schema ?? []).map((attribute) => attribute.id),
      known,
      found: { ...copy, ...(span === undefined ? {} : { span }) },
    };
    const asked = { text: settled.trim(), isComing };
    return { site: SITE, registersAddress: REGISTERS_ADDRESS, here, registers: others, asked };
  }, [id, session, register, shownSize, logSize, at, known, copy, span, others, settled, isComing]);
}

/** READ_FOR_A_YEAR is the longest log, in entries, in which a year is looked up unasked: four digits are more often a number. */
const READ_FOR_A_YEAR = 1_000;

function useSpan(session: RegisterSession, settled: string, logSize: number | undefined) {
  const queries = useQueryClient();
  const read = readDateSpan(settled.trim());
  const span = typeof read === 'object' ? read : undefined;
  const isWanted = logSize !== undefined && (settled.trim().length > 4 || logSize <= READ_FOR_A_YEAR);
  const { data } = useQuery({
    queryKey: [session.id, 'span', span?.fromMs ?? 0, span?.untilMs ?? 0, logSize ?? 0],
    queryFn: () => (span === undefined ? null : findSpan(queries, session, span)),
    enabled: span !== undefined && isWanted,
    staleTime: Infinity,
  });
  return data ?? undefined;
}

/** useNamedRegisters lists the registers this browser opened before and the bundled ones, without the one on view. */
function useNamedRegisters(here?: string): readonly NamedRegister[] {
  const { data: bundled } = useQuery(bundledQuery(site));
  return useMemo(() => {
    const listed = [
      ...readRecent().map(({ id, title }) => ({ id, title })),
      ...(bundled ?? []).map(({ name, title }) => ({ id: name, title })),
    ];
    const seen = new Set([here]);
    return listed.flatMap(({ id: written, title }): NamedRegister[] => {
      const id = parseRegisterId(written);
      if (id === undefined || seen.has(written)) return [];
      seen.add(written);
      return [{ id, title, name: nameOf(id) }];
    });
  }, [bundled, here]);
}

/** What a register that was not opened in this visit is called, as far as its address tells. */
function nameOf(id: RegisterId): string {
  return nameIn(id) ?? '';
}
