import { useRef, useState, type KeyboardEvent } from 'react';
import type { Attribute } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CopyFigure } from './copy-figure.tsx';
import { changesOf } from './changes.ts';
import { copyOf, type Original } from './copy.ts';
import type { Edit } from './edits.ts';
import { EntryEditor, HeadEditor } from './entry-editor.tsx';
import { findingsOf } from './explain.ts';
import { FindingsPanel } from './findings-panel.tsx';
import { ItemEditor } from './item-editor.tsx';
import { LabBar } from './lab-bar.tsx';
import { LessonPanel } from './lesson-panel.tsx';
import { reached, type Preset } from './lesson.ts';
import { ProofEditor } from './proof-editor.tsx';
import { repairsOf } from './repairs.ts';
import { saidOfEdit, saidOfFindings } from './spoken.ts';
import { useBench } from './use-bench.ts';
import { useCopyChecks, useMakeChecks } from './use-copy-checks.ts';
import { useFocusLater } from './use-focus-later.ts';
import { useKept } from './use-kept.ts';
import styles from './lab.module.css';

interface LabBenchProps {
  readonly original: Original;
  readonly schema: readonly Attribute[];
  /** The preset that the address names, and the way to change that. */
  readonly preset: Preset | undefined;
  readonly onPreset: (preset: Preset | undefined) => void;
}

/** LabBench is the lab itself: the copy to be changed, the checks made of it, and the proof drawn anew. */
export function LabBench({ original, schema, preset, onPreset }: LabBenchProps) {
  const root = useRef<HTMLDivElement>(null);
  const check = useMakeChecks(original);
  const bench = useBench(original, preset, onPreset, check);
  const focusLater = useFocusLater(root, 'undo');
  const [said, setSaid] = useState('');
  const { copy } = bench;
  const kept = useKept();
  const { checked, sent, error, retry } = useCopyChecks(original, copy);
  // What is said of a copy is said of the one that was checked.
  const of = checked?.of ?? copyOf(original);
  const changes = changesOf(original, of);
  const findings = checked && findingsOf({ original, copy: of, checks: checked, changes, kept });
  const done = checked === undefined ? 0 : reached(original, of, checked);
  const editor = {
    original,
    onRest: bench.rest,
    onEdit: (edit: Edit, focus?: string) => {
      bench.edit(edit);
      focusLater(focus);
      setSaid(saidOfEdit(edit, copy));
    },
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const typing = event.target instanceof Element && event.target.matches('input, textarea');
    if (typing || event.altKey || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z')
      return;
    event.preventDefault();
    if (event.shiftKey) bench.redo();
    else bench.undo();
  };
  return (
    // The keys are a shorter way to what the buttons do.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['lab']} ref={root} onKeyDown={onKeyDown}>
      <LabBar
        findings={findings}
        canUndo={bench.canUndo}
        canRedo={bench.canRedo}
        pristine={bench.pristine}
        onUndo={bench.undo}
        onRedo={bench.redo}
        onReset={bench.reset}
      />
      <LessonPanel original={original} done={bench.compared && done === 3 ? 4 : done} onPreset={bench.play} />
      <p role="status" className="visually-hidden">
        {findings === undefined ? '' : saidOfFindings(findings)}
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div className={styles['columns']}>
        <FindingsPanel
          findings={findings}
          changes={changes}
          repairs={checked === undefined ? [] : repairsOf(original, of, checked)}
          stale={checked?.of !== copy}
          compared={bench.compared}
          onRepair={bench.take}
        />
        <div className={styles['editors']}>
          {copy.items.map((item, index) => (
            <ItemEditor key={index} {...editor} item={item} index={index} schema={schema} checks={checked} />
          ))}
          <EntryEditor {...editor} copy={copy} />
          <ProofEditor {...editor} copy={copy} checks={checked} />
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
