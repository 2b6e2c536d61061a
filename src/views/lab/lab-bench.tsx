import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Attribute } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { memoryQuery } from '../../query/memory-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBadge, type CheckState, stateInWords } from '../../ui/check-badge.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CopyFigure } from './copy-figure.tsx';
import { Editor } from './editor.tsx';
import { type Finding, findingsOf, FindingsPanel } from './findings.tsx';
import {
  canForge,
  changesOf,
  copyOf,
  FORGERY,
  type ForgeryStep,
  type Original,
  stepsDone,
} from './lab-model.ts';
import { type Lab, useCopyChecks, useLab } from './use-lab.ts';
import styles from './lab.module.css';

/** LabBench is the lab itself: the copy to be changed, the checks made of it, and the proof drawn again. */
export function LabBench({ original, schema }: { original: Original; schema: readonly Attribute[] }) {
  const root = useRef<HTMLDivElement>(null);
  const lab = useLab(original);
  const { copy } = lab;
  const { checked, sent, error, retry } = useCopyChecks(original, copy);
  const { data: memory } = useQuery(memoryQuery(useSession()));
  const focusLater = useFocusLater(root);
  const [said, setSaid] = useState('');
  // What is said of a copy is said of the one that was checked.
  const of = checked?.of ?? copyOf(original);
  const changes = changesOf(original, of);
  const remembered = memory?.kind === 'remembered' ? memory.root : undefined;
  const findings = checked && findingsOf({ original, copy: of, checks: checked, changes, remembered });
  const done = checked === undefined ? 0 : stepsDone(original, of, checked);
  const onKeyDown = (event: KeyboardEvent): void => {
    const typing = event.target instanceof Element && event.target.matches('input, textarea');
    if (typing || event.altKey || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z')
      return;
    event.preventDefault();
    if (event.shiftKey) lab.redo();
    else lab.undo();
  };
  return (
    // The keys are a shorter way to what the buttons do.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['lab']} ref={root} onKeyDown={onKeyDown}>
      <LabBar findings={findings} lab={lab} />
      <ForgerySteps original={original} done={lab.compared && done === 3 ? 4 : done} onStep={lab.forgeTo} />
      <p role="status" className="visually-hidden">
        {findings
          ?.map(({ id, verdict }) => `${NAMES[id][1]}: ${stateInWords(verdict.outcome).toLowerCase()}.`)
          .join(' ')}
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div className={styles['columns']}>
        <FindingsPanel
          findings={findings ?? []}
          changes={changes}
          isStale={checked?.of !== copy}
          isCompared={lab.compared}
        />
        <div className={styles['editors']}>
          <Editor
            original={original}
            copy={copy}
            schema={schema}
            checks={checked}
            onRest={lab.rest}
            onEdit={(edit, { typing, focus, said: words = '' } = {}) => {
              lab.edit(edit, typing);
              focusLater(focus);
              setSaid(words);
            }}
          />
          {checked === undefined || sent === undefined ? (
            <Skeleton lines={8} label="Checking the copy" />
          ) : (
            <CopyFigure check={checked.entry} sent={sent.entry} />
          )}
        </div>
      </div>
      {error !== null && <FailureNotice failure={describeFailure(error)} onRetry={retry} />}
    </div>
  );
}

/** NAMES are what a finding is called at a glance, and where it is spoken. */
const NAMES: Record<Finding['id'], readonly [short: string, spoken: string]> = {
  data: ['Data', 'Data'],
  entry: ['Proof', 'Entry proof'],
  root: ['Root', 'Root hash'],
};

/** LabBar stays in sight while the copy is edited: the checks at a glance, and the way back. */
function LabBar({ findings, lab }: { findings: readonly Finding[] | undefined; lab: Lab }) {
  return (
    <div className={styles['bar']}>
      <ul className={styles['glance']} aria-label="The copy at a glance">
        {(['data', 'entry', 'root'] as const).map((id) => {
          const [name] = NAMES[id];
          const state: CheckState = findings?.find((one) => one.id === id)?.verdict.outcome ?? 'checking';
          return (
            <li key={id} data-outcome={state}>
              <CheckBadge state={state} label={`${name}: ${stateInWords(state).toLowerCase()}`} />
              <span aria-hidden="true">{name}</span>
            </li>
          );
        })}
      </ul>
      <div className={styles['back']}>
        {/* A button that can do nothing more keeps the focus. */}
        {(
          [
            ['Undo', !lab.canUndo, lab.undo],
            ['Redo', !lab.canRedo, lab.redo],
            ['Reset', lab.isPristine, lab.reset],
          ] as const
        ).map(([label, isIdle, act]) => (
          <Button
            key={label}
            aria-disabled={isIdle}
            data-focus={label.toLowerCase()}
            className={styles['step'] ?? ''}
            onClick={() => {
              if (!isIdle) act();
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** ForgerySteps leads through a forgery in four steps; `done` is how many of them the copy has behind it. */
function ForgerySteps({
  original,
  done,
  onStep,
}: {
  original: Original;
  done: number;
  onStep: (step: ForgeryStep) => void;
}) {
  return (
    <section className={styles['lesson']} aria-labelledby="forgery">
      <h2 id="forgery">A forgery in four steps</h2>
      <ol className={styles['steps']}>
        {FORGERY.map(({ id, label, text }, index) => (
          <li key={id} data-done={index < done || undefined} data-next={index === done || undefined}>
            <p className={styles['number']} aria-hidden="true">
              {index < done ? '✓' : index + 1}
            </p>
            <Button
              kind={index === done ? 'strong' : 'plain'}
              disabled={!canForge(original)}
              aria-describedby={`forgery-${id}`}
              onClick={() => onStep(id)}
            >
              {label}
              {index < done && <span className="visually-hidden">, done</span>}
            </Button>
            <p id={`forgery-${id}`}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * useFocusLater returns a way to send the focus to the element of that `data-focus`, or the first field in it, once the next change is drawn: a button that is
 * moved or removed would lose it. Where there is no such element it goes to Undo.
 */
function useFocusLater(within: RefObject<HTMLElement | null>): (name: string | undefined) => void {
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    const name = wanted.current;
    wanted.current = undefined;
    if (name !== undefined) (focusable(within.current, name) ?? focusable(within.current, 'undo'))?.focus();
  });
  return (name) => {
    wanted.current = name;
  };
}

function focusable(within: HTMLElement | null, name: string): HTMLElement | undefined {
  const element = within?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`);
  if (element?.matches('button')) return element;
  return (
    element?.querySelector<HTMLElement>('textarea, input') ??
    element?.querySelector<HTMLElement>('button') ??
    undefined
  );
}
