import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Attribute } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { memoryQuery } from '../../query/memory-queries.ts';
import { useSession } from '../../query/session.ts';
import { useCopyPage } from '../../query/use-copy-page.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBadge, type CheckState, stateInWords } from '../../ui/check-badge.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CopyFigure } from './copy-figure.tsx';
import { Editor } from './editor.tsx';
import { type Finding, findingsOf, FindingsPanel } from './findings.tsx';
import { canForge, FORGERY, stepsDone } from './forgery.ts';
import { byId, changesOf, copyOf, type Original } from './lab-model.ts';
import { type Lab, useCopyChecks, useLab } from './use-lab.ts';
import styles from './lab.module.css';

/** LabBench is the lab itself: the copy to be changed, the checks made of it, and the proof drawn again. */
export function LabBench({ original, schema }: { original: Original; schema: readonly Attribute[] }) {
  const root = useRef<HTMLDivElement>(null);
  const lab = useLab(original);
  const { checked, sent, error, retry } = useCopyChecks(original, lab.copy);
  const { data: memory } = useQuery(memoryQuery(useSession()));
  const focusLater = useFocusLater(root);
  const [said, setSaid] = useState('');
  // What is said of a copy is said of the one that was checked.
  const copy = checked?.of ?? copyOf(original);
  const changes = changesOf(original, copy);
  const remembered = memory?.kind === 'remembered' ? memory.root : undefined;
  const findings = checked && findingsOf({ original, copy, checks: checked, changes, remembered });
  const done = checked === undefined ? 0 : stepsDone(original, copy, checked);
  const states = (['data', 'entry', 'root'] as const).map((id) => ({
    name: NAMES[id],
    state: findings?.find((finding) => finding.id === id)?.verdict.outcome ?? ('checking' as const),
  }));
  useCopyPage(states);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea');
    const isPressed = !event.altKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    if (isTyping || !isPressed) return;
    event.preventDefault();
    if (event.shiftKey) lab.redo();
    else lab.undo();
  };
  return (
    // The keys are a shorter way to what the buttons do.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.lab} ref={root} onKeyDown={onKeyDown}>
      <LabBar states={states} lab={lab} />
      <ForgerySteps original={original} done={lab.compared && done === 3 ? 4 : done} onStep={lab.forgeTo} />
      <p role="status" className="visually-hidden">
        {findings &&
          states.map(({ name, state }) => `${name}: ${stateInWords(state).toLowerCase()}.`).join(' ')}
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div className={styles.columns}>
        <FindingsPanel
          findings={findings ?? []}
          changes={changes}
          isStale={checked?.of !== lab.copy}
          isCompared={lab.compared}
        />
        <div className={styles.editors}>
          <Editor
            original={original}
            sent={byId(copyOf(original))}
            copy={lab.copy}
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
            <CopyFigure checks={checked} sent={sent} />
          )}
        </div>
      </div>
      {error !== null && <FailureNotice failure={describeFailure(error)} onRetry={retry} />}
    </div>
  );
}

/** NAMES are what a finding is called at a glance, and where it is spoken. */
const NAMES: Record<Finding['id'], string> = { data: 'Data', entry: 'Proof', root: 'Root' };

/** LabBar stays in sight while the copy is edited: the checks at a glance, and the way back. */
function LabBar({ states, lab }: { states: readonly { name: string; state: CheckState }[]; lab: Lab }) {
  const buttons = [
    ['Undo', lab.canUndo, lab.undo],
    ['Redo', lab.canRedo, lab.redo],
    ['Reset', !lab.isPristine, lab.reset],
  ] as const;
  return (
    <div className={styles.bar}>
      <ul className={styles.glance} aria-label="The copy at a glance">
        {states.map(({ name, state }) => (
          <li key={name} data-outcome={state}>
            <CheckBadge state={state} label={`${name}: ${stateInWords(state).toLowerCase()}`} />
            <span aria-hidden="true">{name}</span>
          </li>
        ))}
      </ul>
      <div className={styles.back}>
        {/* A button that can do nothing more keeps the focus. */}
        {buttons.map(([label, isOpen, act]) => (
          <Button
            key={label}
            aria-disabled={!isOpen}
            data-focus={label.toLowerCase()}
            className={styles.step ?? ''}
            onClick={isOpen ? act : undefined}
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
  onStep: Lab['forgeTo'];
}) {
  return (
    <section className={styles.lesson} aria-labelledby="forgery">
      <h2 id="forgery">A forgery in four steps</h2>
      <ol className={styles.steps}>
        {FORGERY.map(({ id, label, text }, index) => (
          <li key={id} data-done={index < done || undefined} data-next={index === done || undefined}>
            <p className={styles.number} aria-hidden="true">
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
            <p id={`forgery-${id}`} className="quiet">
              {text}
            </p>
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
