import { Button } from '../../ui/button.tsx';
import type { Original } from './copy.ts';
import { LESSON, possible, TRIALS, type LessonStep, type Preset } from './lesson.ts';
import styles from './lab.module.css';

interface LessonPanelProps {
  readonly original: Original;
  /** How many steps of the lesson the copy has behind it; 4 once the roots have been compared. */
  readonly done: number;
  readonly onPreset: (preset: Preset) => void;
}

/** LessonPanel leads through a forgery in four steps, and offers single changes to try. */
export function LessonPanel({ original, done, onPreset }: LessonPanelProps) {
  const noun = original.variant;
  const steps: Record<LessonStep, { readonly label: string; readonly text: string }> = {
    value: {
      label: 'Change a value',
      text: `One letter will do. The ${noun} no longer has the hash by which the entry names it.`,
    },
    hash: {
      label: 'Fix the hash in the entry',
      text: `Now ${noun} and entry fit again. But the entry is another, and its proof no longer leads to the root.`,
    },
    root: {
      label: 'Make up a root that fits',
      text: 'Now every hash of the copy fits every other. Within itself the forgery is perfect.',
    },
    compare: {
      label: 'Compare with the real root',
      text: 'One thing is left: the root that the register published, and that others have kept. This is why roots are remembered.',
    },
  };
  const trials = TRIALS.filter((preset) => possible(preset, original));
  return (
    <section className={styles['lesson']} aria-labelledby="lesson">
      <h2 id="lesson">A forgery in four steps</h2>
      <ol className={styles['steps']}>
        {LESSON.map((step, index) => (
          <li key={step} data-done={index < done || undefined} data-next={index === done || undefined}>
            <p className={styles['number']} aria-hidden="true">
              {index < done ? '✓' : index + 1}
            </p>
            <Button
              kind={index === done ? 'strong' : 'plain'}
              disabled={!possible(step, original)}
              aria-describedby={`lesson-${step}`}
              onClick={() => onPreset(step)}
            >
              {steps[step].label}
              {index < done && <span className="visually-hidden">, done</span>}
            </Button>
            <p id={`lesson-${step}`}>{steps[step].text}</p>
          </li>
        ))}
      </ol>
      <div className={styles['trials']} role="group" aria-labelledby="trials">
        <span id="trials">Or try one change, on a copy made anew:</span>
        {trials.map((preset) => (
          <Button key={preset} className={styles['trial'] ?? ''} onClick={() => onPreset(preset)}>
            {TRIAL_LABEL[preset]}
          </Button>
        ))}
      </div>
    </section>
  );
}

const TRIAL_LABEL: Record<(typeof TRIALS)[number], string> = {
  key: 'another key',
  timestamp: 'another timestamp',
  digit: 'a digit of the proof',
  order: 'the order of the proof',
  missing: 'a hash too few',
  size: 'a larger log',
  redact: 'redact a value',
};
