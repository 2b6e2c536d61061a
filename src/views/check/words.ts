import type { ProofBundle } from '../../verify/evidence/bundle.ts';
import type { RecheckedBundle } from '../../verify/evidence/recheck-bundle.ts';
import type { RecheckedReport } from '../../verify/evidence/recheck-report.ts';
import type { MisbehaviourReport } from '../../verify/evidence/report.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { ConsistencyCheck } from '../../verify/protocol.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';

// What a file shows is worded apart from what a register shows: the root in a file is the file's word.

/** bundleChecks words what a bundle shows by itself. */
export function bundleChecks(
  bundle: ProofBundle,
  { data, leaf, entry, growth }: RecheckedBundle,
): NamedCheck[] {
  const noun = bundle.register.variant === 'blob' ? 'blob' : 'item';
  const number = formatNumber(bundle.entry.entryNumber);
  const log = `the log of ${countOf(bundle.checkpoint.logSize, 'entry', 'entries')}`;
  return [
    {
      id: 'data',
      state: data.verdict.outcome,
      ...pick(data.verdict, {
        holds: [
          `The ${noun} matches its hash`,
          `The data shown was hashed here from the file, and the hash is the one that entry ${number} names.`,
        ],
        bad: [
          `The ${noun} does not match its hash`,
          `The data in the file was hashed here, and entry ${number} names another hash.`,
        ],
        cannot: `The ${noun} could not be checked`,
      }),
    },
    {
      id: 'leaf',
      state: leaf.outcome,
      ...pick(leaf, {
        holds: [
          'The leaf is this entry',
          `The entry shown, written by the leaf rule in the file, gives the leaf bytes in the file. Leaf rule: ${entry.leafRuleTitle ?? bundle.leaf.rule}.`,
        ],
        bad: [
          'The leaf is not this entry',
          'The entry shown, written by the leaf rule in the file, gives other bytes than the file says.',
        ],
        cannot: 'The entry could not be written as a leaf',
      }),
    },
    {
      id: 'entry',
      state: entry.verdict.outcome,
      ...pick(entry.verdict, {
        holds: [
          `Entry ${number} leads to the root in the file`,
          `Its proof was computed here and ends in the root that the file states for ${log}.${growth === undefined ? '' : ' Nobody published that root: what follows ties it to one that the register published.'} It does not show that this is the newest entry for its key. The log size is stated by the file and not verified: other sizes can have a path of the same form.`,
        ],
        bad: [
          `Entry ${number} does not lead to the root in the file`,
          `Its proof was computed here and does not end in the root that the file states for ${log}.`,
        ],
        cannot: `Entry ${number} could not be proved`,
      }),
    },
    ...(growth === undefined ? [] : [grownCheck(growth)]),
  ];
}

function grownCheck({ verdict, from, to }: ConsistencyCheck): NamedCheck {
  const earlier = `log of ${countOf(from.logSize, 'entry', 'entries')}`;
  return {
    id: 'growth',
    state: verdict.outcome,
    ...pick(verdict, {
      holds: [
        `The ${earlier} is the beginning of the one of ${formatNumber(to.logSize)}`,
        'The consistency proof in the file was computed here and leads to both roots. So whoever trusts the later root can trust the earlier one.',
      ],
      bad: [
        `The ${earlier} is not shown to be the beginning of the one of ${formatNumber(to.logSize)}`,
        'The consistency proof in the file was computed here and does not lead to both roots.',
      ],
      cannot: 'The consistency proof could not be checked',
    }),
  };
}

/** reportChecks words what a report shows and does not show. Between two heads of one size there is no consistency proof to look for. */
export function reportChecks(
  { old, new: later }: Pick<MisbehaviourReport, 'old' | 'new'>,
  { consistency, computed, script, published }: RecheckedReport,
): NamedCheck[] {
  return [
    old.logSize === later.logSize ? oneSizeCheck(old, later) : growthCheck(consistency?.verdict),
    ...(computed.outcome === 'not-checked' ? [] : [computedCheck(computed)]),
    {
      id: 'script',
      state: script.outcome,
      ...pick(script, {
        holds: [
          'The shell commands in the file are the ones this page writes',
          'They can be read and run as they are.',
        ],
        bad: ['The shell commands in the file are others', ''],
        cannot: 'The shell commands in the file are not the ones this page writes',
      }),
    },
    {
      id: 'published',
      state: published.outcome,
      title: 'That the register published these heads is the file’s word',
      detail: reasonOf(published),
    },
  ];
}

function oneSizeCheck(old: Checkpoint, later: Checkpoint): NamedCheck {
  const log = countOf(old.logSize, 'entry', 'entries');
  if (old.rootHash === later.rootHash) {
    const detail = `Both heads are of ${log}, and their roots are equal: nothing is wrong with that.`;
    return { id: 'heads', state: 'holds', title: 'The two roots are equal', detail };
  }
  const detail = `Both heads are of ${log}, and a log has one root at each size. No consistency proof is needed to see that.`;
  return { id: 'heads', state: 'does-not-match', title: 'The two roots are different', detail };
}

function growthCheck(found: Verdict | undefined): NamedCheck {
  const growth: Verdict = found ?? {
    outcome: 'not-checked',
    code: 'not-in-file',
    reason: 'The file holds no consistency proof between its two sizes.',
  };
  return {
    id: 'growth',
    state: growth.outcome,
    ...pick(growth, {
      holds: [
        'The smaller log begins the larger one',
        'The consistency proof in the file was computed here and leads to both roots.',
      ],
      bad: [
        'The consistency proof does not lead to both roots',
        'It was computed here from the hashes in the file; the table shows where each root should have come out.',
      ],
      cannot: 'No consistency proof could be computed',
    }),
  };
}

function computedCheck(computed: Verdict): NamedCheck {
  return {
    id: 'computed',
    state: computed.outcome,
    ...pick(computed, {
      holds: [
        'The computed roots in the file are right',
        'The roots that the file says were computed came out again.',
      ],
      bad: [
        'The computed roots in the file are not what its hashes lead to',
        'Whoever made the file computed otherwise, or changed it.',
      ],
      cannot: 'The computed roots in the file could not be compared',
    }),
  };
}

interface Ways {
  readonly holds: readonly [title: string, detail: string];
  readonly bad: readonly [title: string, detail: string];
  readonly cannot: string;
}

/** pick words a verdict in one of three ways. */
export function pick(verdict: Verdict, { holds, bad, cannot }: Ways): { title: string; detail: string } {
  switch (verdict.outcome) {
    case 'holds':
      return { title: holds[0], detail: holds[1] };
    case 'does-not-match':
      return { title: bad[0], detail: `${bad[1]} ${reasonOf(verdict)}`.trim() };
    case 'cannot-check':
    case 'not-checked':
      return { title: cannot, detail: reasonOf(verdict) };
  }
}

/** reasonOf is the reason of a verdict as a sentence; empty where it has none. */
export function reasonOf(verdict: Verdict): string {
  if (!('reason' in verdict)) return '';
  const reason = verdict.reason.charAt(0).toUpperCase() + verdict.reason.slice(1);
  return reason.endsWith('.') ? reason : `${reason}.`;
}
