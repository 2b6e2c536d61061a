import { useId, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps {
  /** The name of the field for a screen reader, and to the eye where `label` is not given. */
  readonly name: string;
  /** What stands before the field; a field of a row that is named already has none. */
  readonly label?: ReactNode;
  readonly value: string;
  readonly changed: boolean;
  readonly problem?: string | undefined;
  /** Stands under the field as long as there is no problem; its line is kept free where it is given, if only as an empty text. */
  readonly note?: ReactNode;
  /** `hash` and `text` grow with what is in them; `line` is for a short text, `digits` for a number. */
  readonly kind: 'hash' | 'text' | 'line' | 'digits';
  readonly onText: (text: string) => void;
  /** Told when the focus goes: the typing has come to a rest. */
  readonly onRest: () => void;
  /** Buttons that belong to the field: after it, or under it where there are many. */
  readonly tools?: ReactNode;
  readonly toolsUnder?: boolean;
}

/** Field is one thing of the copy that can be typed over, with a mark if it differs from what was sent, and with what is wrong said beneath it. */
export function Field(props: FieldProps) {
  const { name, label, changed, problem, note, tools, toolsUnder = false } = props;
  const id = useId();
  const said = problem ?? note;
  const buttons = tools === undefined ? null : <div className={styles['tools']}>{tools}</div>;
  return (
    <div className={styles['field']} data-labelled={label !== undefined || undefined}>
      <ChangedMark changed={changed} />
      {label === undefined ? null : (
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={styles['control']}>
        <Control {...props} id={id} name={name} noteId={`${id}-note`} />
        <div className={styles['under']}>
          {said === undefined ? null : (
            <p
              id={`${id}-note`}
              className={problem === undefined ? styles['note'] : styles['problem']}
              role={problem === undefined ? undefined : 'status'}
            >
              {said}
            </p>
          )}
          {toolsUnder && buttons}
        </div>
      </div>
      {!toolsUnder && buttons}
    </div>
  );
}

function Control(props: FieldProps & { readonly id: string; readonly noteId: string }) {
  const { kind, value, problem, note } = props;
  const shared = {
    id: props.id,
    value,
    className: styles[kind],
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'off',
    'aria-label': props.name,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined && note === undefined ? undefined : props.noteId,
    'data-changed': props.changed || undefined,
    onBlur: props.onRest,
  };
  // A one-line input drops line feeds without a word; a text with one is shown in full.
  if (kind === 'hash' || kind === 'text' || /[\n\r]/.test(value)) {
    return (
      <textarea
        {...shared}
        rows={kind === 'hash' ? 1 : Math.min(12, value.split('\n').length)}
        onChange={(event) =>
          props.onText(kind === 'hash' ? event.target.value.replaceAll(/\s/g, '') : event.target.value)
        }
      />
    );
  }
  return (
    <input
      {...shared}
      {...(kind === 'digits' ? { inputMode: 'numeric' as const } : {})}
      onChange={(event) => props.onText(event.target.value)}
    />
  );
}

/** ChangedMark is the sign of what differs from the original; its place is kept where nothing does. */
export function ChangedMark({ changed }: { changed: boolean }) {
  return (
    <span className={styles['mark']} data-changed={changed || undefined}>
      {changed && (
        <>
          <span aria-hidden="true">Δ</span>
          <span className="visually-hidden">changed: </span>
        </>
      )}
    </span>
  );
}

/** Tool is a small button beside a field. Where it can do nothing it stays, and keeps the focus. */
export function Tool({
  name,
  children,
  idle = false,
  focusId,
  onClick,
}: {
  /** What it does, in full: "Flip a digit of hash 2". */
  name: string;
  children: ReactNode;
  idle?: boolean;
  /** The name by which the focus can be sent here. */
  focusId?: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles['tool']}
      aria-label={name}
      aria-disabled={idle}
      data-focus={focusId}
      onClick={() => {
        if (!idle) onClick();
      }}
    >
      {children}
    </button>
  );
}
