import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useEffect, useReducer, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Attribute } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { changedCopyQuery } from '../../query/lab-query.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import { useCopyPage } from '../../query/use-page-checks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckBadge, stateInWords } from '../../ui/check-badge.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { formatNumber } from '../../ui/format.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { pathData } from '../../ui/proof/inclusion-check.ts';
import { pathGraph } from '../../ui/proof/path-graph.ts';
import type { Content, ProofGraph } from '../../ui/proof/proof-graph.ts';
import { ProofPicture } from '../../ui/proof/proof-picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { useMatches } from '../../ui/use-width.ts';
import { Fields, Tool } from './fields.tsx';
import { findingsOf } from './findings.tsx';
import {
  changeOneLetter,
  checkRequests,
  type Copy,
  type CopyChecks,
  copyOf,
  copyText,
  follow,
  forge,
  FORGERY,
  type ForgeryStep,
  type History,
  type Original,
  setField,
  stepsDone,
} from './lab-model.ts';
import styles from './lab.module.css';

/** The pause in typing before a copy is checked. */
const REST_MS = 120;

/** LabBench is the lab itself: the copy to be changed, the checks made of it, and the proof drawn again. */
export function LabBench({ original, schema }: { original: Original; schema: readonly Attribute[] }) {
  const session = useSession();
  const { rootHash } = SOURCE_WORDS[useSource()];
  const lab = useLab(original);
  const { sent } = lab;
  // The copy is checked a moment after the last change; until then the previous result stays, with its copy.
  const [settled, setSettled] = useState(sent);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(lab.copy), REST_MS);
    return () => clearTimeout(timer);
  }, [lab.copy]);
  const now = useQuery({
    ...checksQuery(session, original, settled),
    placeholderData: keepPreviousData,
  });
  const { data: unchanged } = useQuery(checksQuery(session, original, sent));
  const checked = now.data;
  const copy = checked?.of ?? sent;
  const findings = checked ? findingsOf(original, copy, checked, rootHash) : [];
  const states = ['Data', 'Proof', 'Root'].map((name, index) => {
    const state = findings[index]?.state ?? ('checking' as const);
    return { name, state, words: `${name}: ${stateInWords(state).toLowerCase()}` };
  });
  useCopyPage(states);
  const done = checked === undefined ? 0 : stepsDone(original, copy, checked);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea');
    const isPressed = !event.altKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    if (isTyping || !isPressed) return;
    event.preventDefault();
    lab.go(event.shiftKey ? 1 : -1);
  };
  return (
    // The keys are a shorter way to what the buttons do.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={`stack ${styles.lab}`} onKeyDown={onKeyDown}>
      {/* It stays on view while the copy is edited. */}
      <div className={styles.bar}>
        <ul className={`row quiet ${styles.glance}`} aria-label="The copy at a glance">
          {states.map(({ name, state, words }) => (
            <li key={name} data-outcome={state}>
              <CheckBadge state={state} label={words} />
              <span aria-hidden="true">{name}</span>
            </li>
          ))}
        </ul>
        <div className="row">
          <Tool label="Undo" isIdle={!lab.canGo(-1)} onClick={() => lab.go(-1)} />
          <Tool label="Redo" isIdle={!lab.canGo(1)} onClick={() => lab.go(1)} />
          <Tool label="Reset" isIdle={lab.isPristine} onClick={lab.reset} />
        </div>
      </div>
      <ForgerySteps
        isPossible={changeOneLetter(sent) !== undefined}
        rootHash={rootHash}
        done={lab.isCompared && done === 3 ? 4 : done}
        onStep={lab.forgeTo}
      />
      <p role="status" className="visually-hidden">
        {checked && `${states.map(({ words }) => words).join('. ')}.`}
      </p>
      <div className={`stack ${styles.columns}`}>
        {/* It scrolls by itself where it is higher than the window. */}
        <div
          className={`stack ${styles.outcome}`}
          role="region"
          aria-label="Result for the copy"
          tabIndex={0}
        >
          {checked === undefined || unchanged === undefined ? (
            <Skeleton lines={8} label="Checking the copy" />
          ) : (
            <CopyFigure checks={checked} sent={unchanged} />
          )}
          <section
            className="sheet padded"
            aria-label="Checks of the copy"
            aria-busy={checked?.of !== lab.copy}
          >
            <h2>Checks</h2>
            <CheckList checks={findings} />
          </section>
        </div>
        <div className={`stack ${styles.editors}`}>
          <Fields {...{ original, sent, schema }} copy={lab.copy} checks={checked} onValue={lab.set} />
        </div>
      </div>
      {now.error !== null && (
        <FailureNotice failure={describeFailure(now.error)} onRetry={() => void now.refetch()} />
      )}
    </div>
  );
}

const change = (history: History, by: (history: History) => History): History => by(history);

/**
 * useLab keeps the copy and the way back. The step of the forgery in the address is played once, and stays in
 * the address until the next action.
 */
function useLab(original: Original) {
  const session = useSession();
  const queries = useQueryClient();
  const [sent] = useState(() => copyOf(original));
  const [{ copies, at }, setHistory] = useReducer(change, { copies: [sent], at: 0 });
  const copy = copies[at] ?? sent;
  const [params, setParams] = useSearchParams();
  const named = FORGERY.find(({ id }) => id === params.get('preset'))?.id;
  const [first] = useState(named);
  const play = useCallback(
    async (step: ForgeryStep, from: Copy) => {
      const forged = await forge(step, original, from, (one) =>
        queries.ensureQueryData(checksQuery(session, original, one)),
      );
      setHistory((before) => forged.reduce((now, next) => follow(now, next), before));
    },
    [original, queries, session],
  );
  useEffect(() => {
    if (first !== undefined) void play(first, sent);
  }, [first, play, sent]);
  const name = (step?: ForgeryStep): void => {
    if (step === named) return;
    const next = new URLSearchParams(params);
    next.delete('preset');
    if (step) next.set('preset', step);
    setParams(next, { replace: true });
  };
  const edit = (by: (now: History) => History): void => {
    setHistory(by);
    name();
  };
  return {
    sent,
    copy,
    isPristine: copyText(copy) === copyText(sent),
    /** Whether the last action was to compare the roots. */
    isCompared: named === 'compare',
    canGo: (by: -1 | 1): boolean => copies[at + by] !== undefined,
    /** Undoes or redoes a step. */
    go: (by: -1 | 1): void =>
      edit((now) => (now.copies[now.at + by] ? { copies: now.copies, at: now.at + by } : now)),
    set: (field: string, value: Parameters<typeof setField>[2], typed?: boolean): void =>
      edit((now) =>
        follow(now, setField(now.copies[now.at] ?? sent, field, value), typed ? field : undefined),
      ),
    reset: (): void => edit((now) => follow(now, sent)),
    forgeTo: (step: ForgeryStep): void => {
      name(step);
      void play(step, copy);
    },
  };
}

function checksQuery(session: RegisterSession, original: Original, copy: Copy) {
  const text = `${original.entry.entryNumber} ${original.leafRule ?? ''} ${copyText(copy)}`;
  return changedCopyQuery(session, text, copy, checkRequests(original, copy));
}

/** ForgerySteps leads through a forgery in four steps; `done` is how many are done. */
function ForgerySteps({
  isPossible,
  rootHash,
  done,
  onStep,
}: {
  isPossible: boolean;
  rootHash: string;
  done: number;
  onStep: (step: ForgeryStep) => void;
}) {
  const isNarrow = useMatches('(width < 940px)');
  return (
    <section className={`sheet padded ${styles.lesson}`} aria-labelledby="forgery">
      <h2 id="forgery">A forgery in four steps</h2>
      <ol className={styles.steps}>
        {FORGERY.map(({ id, label, text }, index) => (
          <li key={id} data-done={index < done || undefined} data-next={index === done || undefined}>
            <p className={styles.number} aria-hidden="true">
              {index < done ? '✓' : index + 1}
            </p>
            <Button
              kind={index === done ? 'strong' : 'plain'}
              disabled={!isPossible}
              aria-describedby={`forgery-${id}`}
              onClick={({ currentTarget }) => {
                onStep(id);
                // On a narrow page the picture is below the steps.
                if (isNarrow) currentTarget.closest('section')?.scrollIntoView();
              }}
            >
              {label.replace('*', rootHash)}
              {index < done && <span className="visually-hidden">, done</span>}
            </Button>
            <p id={`forgery-${id}`} className="quiet">
              {text.replace('*', rootHash)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const COPY_WORDS = { rootName: 'root of the copy', sentName: 'hash of the proof' };

/**
 * CopyFigure draws the path from the data of the copy to its own root, with a mark on every node that differs
 * from the original proof.
 */
function CopyFigure({ checks, sent }: { checks: CopyChecks; sent: CopyChecks }) {
  const draw = ({ entry, data }: CopyChecks): ProofGraph =>
    pathGraph(entry, { ...COPY_WORDS, data: pathData(data) });
  const shown = ({ hash, text, whole }: Content) => hash ?? JSON.stringify([text, whole]);
  const graph = draw(checks);
  const before = new Set(draw(sent).nodes.map(shown));
  const changed = graph.nodes.flatMap((node) => (before.has(shown(node)) ? [] : node.id));
  const name = `Path from entry ${formatNumber(checks.entry.entry.entryNumber)} of the copy. ${graph.caption}`;
  return (
    <Card
      title="The proof of the copy, drawn"
      note={changed.length === 0 ? 'as it was sent' : 'Δ marks what differs from the proof that was sent'}
    >
      <ProofPicture graph={{ ...graph, name }} changed={new Set(changed)} spelling="item" />
    </Card>
  );
}
