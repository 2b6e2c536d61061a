import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import {
  type Contradiction,
  contradictionIn,
  contradictionOf,
  isOf,
  keptContradictionsQuery,
  type Standing,
  type WitnessFinding,
} from '../../query/contradictions.ts';
import { isContradiction } from '../../query/foreign-head.ts';
import { mirrorListQuery, useMirrorList } from '../../query/mirror-queries.ts';
import type { OthersLine } from '../../query/others-summary.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import { useKeptContradictions, useWitnesses, witnessListQuery } from '../../query/witness-queries.ts';
import type { OthersContradict } from '../../trust/page-checks.ts';
import { type Mirror, unreadList } from '../../trust/reader-lists.ts';
import { subscribeToTabs } from '../../trust/root-news.ts';
import { usePaths } from '../../ui/link.tsx';
import { mirrorLine, mirrorState } from '../../views/compare/mirror-text.ts';
import { witnessLine } from '../../views/witnesses/witness-line.ts';

/** ShownAlarm is a signed head that contradicts the published log, or that of an earlier time, `atMs`. */
export interface ShownAlarm {
  readonly bad: Contradiction;
  readonly standing: Standing;
  readonly atMs?: number;
}

/** Others is what the mirrors and witnesses of a register come to. */
interface Others {
  /** What they have against the published log; `reading` while what is stored of them is read. */
  readonly known: OthersContradict | 'reading' | undefined;
  readonly line: OthersLine | undefined;
  /** The signed heads that contradict this log or an earlier one, those now first. */
  readonly alarms: readonly ShownAlarm[];
  /** Whether the reader dismissed an alarm, as far as it is stored. */
  readonly isDismissed: (bad: Contradiction) => boolean;
  /** The mirrors that have another log. */
  readonly differing: readonly Mirror[];
  /** What the witnesses signed. */
  readonly findings: readonly (WitnessFinding | undefined)[];
  /** Why a list that is stored here could not be read. */
  readonly unreadable: string | undefined;
}

/**
 * useOthers reads witnesses' checkpoints, and the contradictions and results of mirrors that are stored here, of the
 * register on view.
 */
export function useOthers(head: Checkpoint | undefined): Others {
  const { register } = usePaths();
  const session = useSession();
  const queries = useQueryClient();
  useEffect(
    () => subscribeToTabs(session.memory.id, (elsewhere) => elsewhere && rereadLists(queries, session)),
    [queries, session],
  );
  const { mirrors, ...mirrorList } = useMirrorList(session);
  const { list, origin, found } = useWitnesses(register.kind === 'remote');
  const witnesses = list.data ?? [];
  const findings = found.map(({ data }) => data);
  const stored = useKeptContradictions(origin.data, head);
  // Dismissed, and not compared with what is published now: no reason to doubt it.
  const kept = stored.kept.filter((one) => !(one.kept.read && one.standing === 'open'));
  const live = contradictionIn(findings);
  const alarms: readonly ShownAlarm[] = [
    ...(live ? [{ bad: live, standing: 'now' } as const] : []),
    ...kept.map((one) => ({
      bad: contradictionOf(one.kept),
      standing: one.standing,
      atMs: one.kept.seenAtMs,
    })),
  ];
  const differing = mirrors.filter(({ result }) => mirrorState(result, head) === 'does-not-match');
  // Notes that were pasted are stored too; an address may be slow, and nothing waits for it.
  const isNoteOpen = witnesses.some(
    ({ address, note }, index) =>
      address === undefined && note !== undefined && (origin.isLoading || found[index]?.isLoading),
  );
  const isReading =
    list.isLoading ||
    mirrorList.isLoading ||
    stored.isLoading ||
    (head === undefined && alarms.length + differing.length > 0) ||
    isNoteOpen;
  const against = alarms.filter((one) => one.standing !== 'before');
  const isAnother = against.some(({ bad }) => isContradiction(bad)) || differing.length > 0;
  const known = isAnother ? 'another-log' : against.length > 0 ? 'wrong-proof' : undefined;
  const isPending =
    list.isPending || (origin.isPending && list.data?.length !== 0) || found.some((one) => one.isLoading);
  const states = [
    ...witnesses.map(({ vkey }, index) => ({ vkey, finding: findings[index] })),
    ...kept
      .filter(({ standing }) => standing !== 'before')
      .map((one) => ({
        vkey: one.kept.vkey,
        finding: contradictionOf(one.kept),
        isEarlier: one.standing === 'open',
      })),
  ];
  const errors = [list.error, mirrorList.error, stored.error];
  return {
    known: head && known ? known : isReading ? 'reading' : undefined,
    line: worstLine(
      mirrorLine(mirrors, head),
      states.length > 0 ? witnessLine(states, isPending) : undefined,
    ),
    alarms,
    isDismissed: (bad) => stored.kept.some((one) => one.kept.read && isOf(one.kept, bad)),
    differing,
    findings,
    unreadable: errors.map(unreadList).find(Boolean),
  };
}

/** rereadLists reads again what another tab may have changed. */
function rereadLists(queries: QueryClient, session: RegisterSession): void {
  const lists = [witnessListQuery(session), mirrorListQuery(session), keptContradictionsQuery(session)];
  for (const { queryKey } of lists) void queries.invalidateQueries({ queryKey });
}

/** Unlike in worstOf, a line that waits is told before one that failed, and one that says nothing comes last. */
const TOLD_FIRST = ['does-not-match', 'checking', 'cannot-check', 'holds', 'not-checked'];

/** worstLine returns the worse of two lines, with the title of the other one among its details. */
function worstLine(...lines: readonly (OthersLine | undefined)[]): OthersLine | undefined {
  const rank = ({ state }: OthersLine) => TOLD_FIRST.indexOf(state);
  const [worst, other] = lines.flatMap((line) => line ?? []).toSorted((one, two) => rank(one) - rank(two));
  if (worst === undefined || other === undefined || other.state === 'not-checked') return worst;
  return { ...worst, detail: `${worst.detail} ${other.title}.`.trim() };
}
