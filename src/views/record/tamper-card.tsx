import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Item } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { useCopyPage } from '../../query/use-page-checks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckStrip, sentenceOf } from '../../ui/check-list.tsx';
import { Literal } from '../../ui/literal.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import type { EntryCheck } from '../../verify/protocol.ts';
import { type TamperResult, useTampered } from '../../query/tamper-query.ts';
import { useSchema } from '../shared/register-facts.ts';
import styles from './record.module.css';

type AttributeText = string | readonly string[];

/**
 * Tampering lets a reader change a copy of a record's data in place, in place of the record's own verdict,
 * data and proof. Each change is hashed in the worker, and the path of an entry with the changed data
 * computed to its root. Nothing about the copy is reported to the trust store.
 */
export function Tampering({
  item,
  proof,
  picture,
  onClose,
}: {
  item: Item;
  /** The check of the record's own entry. */
  proof: EntryCheck;
  /** Draws the proof, or that of a copy. */
  picture: (copy?: TamperResult & { readonly changed: ReadonlySet<string> }) => ReactNode;
  onClose: () => void;
}) {
  const schema = useSchema();
  // Closed, it leaves the focus on the button that opens it.
  useEffect(() => () => document.querySelector<HTMLElement>('[data-tamper]')?.focus(), []);
  const [copy, setCopy] = useState(item);
  const differs = (name: string) => JSON.stringify(copy.get(name)) !== JSON.stringify(item.get(name));
  const isChanged = [...copy.keys()].some(differs);
  const { drawn, verdict } = useTampered(copy, isChanged ? proof : undefined);
  const pictured = useMemo(() => drawn && { ...drawn, changed: changedNodes(drawn) }, [drawn]);
  const order = new Set([...schema.map(({ id }) => id), ...[...item.keys()].sort()]);
  const names = [...order].filter((name) => item.has(name));
  const { shown, more } = useBatch(names, ATTRIBUTES, 'attributes');
  const card = (
    <Card
      title="Data: your copy"
      actions={
        <>
          <Button disabled={!isChanged && 'Nothing was changed yet'} onClick={() => setCopy(item)}>
            Undo
          </Button>
          <Button kind="strong" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {isChanged && <CopyInHeader verdict={verdict} />}
      <p className={styles.note}>
        Change a value and watch the proof. Only this copy changes: nothing is sent or saved.
      </p>
      <div className="group">
        {shown.map((name, index) => {
          const value = copy.get(name) ?? '';
          const { length } = [value].flat().join('\n');
          return (
            <label key={name} className={styles.field} data-changed={differs(name) || undefined}>
              <span className="mono">
                <Literal text={name} most={NAME} />
                {differs(name) && <span className="problem"> changed</span>}
              </span>
              <ValueInput
                value={value}
                hasFocus={index === 0}
                rows={Math.min(8, [value].flat().length + Math.floor(length / 40))}
                onValue={(next) => setCopy(new Map([...copy, [name, next]]))}
              />
            </label>
          );
        })}
        {more}
      </div>
    </Card>
  );
  return (
    <>
      <CopyStrip isChanged={isChanged} verdict={verdict} />
      <div className={styles.columns}>
        {card}
        {picture(pictured)}
      </div>
    </>
  );
}

/** ValueInput edits a value; the members of a list are on lines of their own. */
function ValueInput({
  value,
  hasFocus,
  rows,
  onValue,
}: {
  value: AttributeText;
  /** Whether it has the focus when it appears. */
  hasFocus: boolean;
  rows: number;
  onValue: (value: AttributeText) => void;
}) {
  const read = (text: string): AttributeText =>
    typeof value === 'string' ? text : text === '' ? [] : text.split('\n');
  return (
    // A single-line input would silently drop line feeds.
    <textarea
      ref={hasFocus ? focusOn : undefined}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      value={[value].flat().join('\n')}
      rows={rows}
      onChange={({ target }) => onValue(read(target.value))}
    />
  );
}

const focusOn = (field: HTMLElement | null) => field?.focus({ preventScroll: true });

/** CopyInHeader makes the header show the changed copy in place of the register. */
function CopyInHeader({ verdict }: { verdict: Verdict | undefined }) {
  useCopyPage(verdict?.outcome ?? 'checking');
  return null;
}

/**
 * CopyStrip is the verdict on a changed copy, in place of that on the record; never good, because it is
 * no check of the register.
 */
function CopyStrip({ isChanged, verdict }: { isChanged: boolean; verdict: Verdict | undefined }) {
  const { rootName } = SOURCE_WORDS[useSource()];
  return (
    <CheckStrip
      label="Your copy"
      checks={[]}
      verdict={{
        note: 'The register’s own record is verified. Nothing of your copy is sent or saved',
        ...(!isChanged
          ? { state: 'not-checked', words: 'Your copy: nothing changed yet' }
          : verdict === undefined
            ? { state: 'checking', words: 'Your copy is being checked' }
            : verdict.outcome === 'holds'
              ? {
                  state: 'not-checked',
                  words:
                    'Your copy has the same hash: empty members of a list, their order, and other spellings of a letter do not count',
                }
              : verdict.outcome === 'does-not-match'
                ? { state: 'does-not-match', words: `Your copy does not match the ${rootName}` }
                : {
                    state: 'cannot-check',
                    words: `Your copy could not be checked. ${sentenceOf({ verdict })}`,
                  }),
      }}
    />
  );
}

/** changedNodes returns the boxes of a picture that are computed from the changed data. */
function changedNodes({ check, data }: TamperResult): ReadonlySet<string> {
  if (check.verdict.outcome === 'holds' || data.verdict.outcome !== 'holds') return new Set(['data']);
  const computed = check.steps.map(({ level }) => `computed-${level}`);
  return new Set(['data', 'item-hash', 'entry', 'leaf', 'computed-root', ...computed]);
}
