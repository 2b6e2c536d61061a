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
import { changesOf } from './changes.ts';
import { copyOf, type Original } from './copy.ts';
import { CopyFigure } from './copy-figure.tsx';
import { EntryEditor, HeadEditor, ProofEditor } from './entry-editor.tsx';
import type { EditorProps } from './fields.tsx';
import { type Finding, findingsOf } from './findings.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { canForge, FORGERY, type ForgeryStep, stepsDone } from './forgery.ts';
import { ItemEditor } from './item-editor.tsx';
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
  const editor: EditorProps = {
    original,
    checks: checked,
    onRest: lab.rest,
    onEdit: (edit, { typing, focus, said: words = '' } = {}) => {
      lab.edit(edit, typing);
      focusLater(focus);
      setSaid(words);
    },
  };
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
          ?.map(({ id, verdict }) => `${SPOKEN[id]}: ${stateInWords(verdict.outcome).toLowerCase()}.`)
          .join(' ')}
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div className={styles['columns']}>
        <FindingsPanel
          findings={findings ?? []}
          changes={changes}
          stale={checked?.of !== copy}
          compared={lab.compared}
        />
        <div className={styles['editors']}>
          {copy.items.map((item, index) => (
            <ItemEditor key={index} {...editor} item={item} index={index} schema={schema} />
          ))}
          <EntryEditor {...editor} copy={copy} />
          <ProofEditor {...editor} copy={copy} />
          <HeadEditor {...editor} copy={copy} />
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

const SHORT: Record<Finding['id'], string> = { data: 'Data', entry: 'Proof', root: 'Root' };
const SPOKEN: Record<Finding['id'], string> = { data: 'Data', entry: 'Entry proof', root: 'Root hash' };
const IDS: readonly Finding['id'][] = ['data', 'entry', 'root'];

/** LabBar stays in sight while the copy is edited: the checks at a glance, and the way back. */
function LabBar({ findings, lab }: { findings: readonly Finding[] | undefined; lab: Lab }) {
  return (
    <div className={styles['bar']}>
      <ul className={styles['glance']} aria-label="The copy at a glance">
        {IDS.map((id) => {
          const state: CheckState = findings?.find((one) => one.id === id)?.verdict.outcome ?? 'checking';
          return (
            <li key={id} data-outcome={state}>
              <CheckBadge state={state} label={`${SHORT[id]}: ${stateInWords(state).toLowerCase()}`} />
              <span aria-hidden="true">{SHORT[id]}</span>
            </li>
          );
        })}
      </ul>
      <div className={styles['back']}>
        <BackButton label="Undo" idle={!lab.canUndo} onClick={lab.undo} />
        <BackButton label="Redo" idle={!lab.canRedo} onClick={lab.redo} />
        <BackButton label="Reset" idle={lab.pristine} onClick={lab.reset} />
      </div>
    </div>
  );
}

/** BackButton keeps the focus where it can do nothing more. */
function BackButton({ label, idle, onClick }: { label: string; idle: boolean; onClick: () => void }) {
  return (
    <Button
      aria-disabled={idle}
      data-focus={label.toLowerCase()}
      className={styles['step'] ?? ''}
      onClick={() => {
        if (!idle) onClick();
      }}
    >
      {label}
    </Button>
  );
}

const STEPS: Record<ForgeryStep, readonly [label: string, text: string]> = {
  value: ['Change a value', 'One letter is enough. The data no longer has the hash that the entry records.'],
  hash: [
    'Fix the hash in the entry',
    'Data and entry match again. But it is another entry, and its proof no longer connects to the root hash.',
  ],
  root: [
    'Compute a matching root hash',
    'Every hash in the copy matches every other. Taken alone, the forgery is perfect.',
  ],
  compare: [
    'Compare with the published root hash',
    'One thing is left: the root hash that the register published and that others remember.',
  ],
};

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
        {FORGERY.map((step, index) => (
          <li key={step} data-done={index < done || undefined} data-next={index === done || undefined}>
            <p className={styles['number']} aria-hidden="true">
              {index < done ? '✓' : index + 1}
            </p>
            <Button
              kind={index === done ? 'strong' : 'plain'}
              disabled={!canForge(original)}
              aria-describedby={`forgery-${step}`}
              onClick={() => onStep(step)}
            >
              {STEPS[step][0]}
              {index < done && <span className="visually-hidden">, done</span>}
            </Button>
            <p id={`forgery-${step}`}>{STEPS[step][1]}</p>
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
