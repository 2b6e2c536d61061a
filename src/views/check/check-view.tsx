import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type CheckedFile, checkFile } from './file-queries.ts';
import { BundleSchema } from '../shared/site-file.tsx';
import { Link } from '../../ui/link.tsx';
import { formatBytes } from '../../ui/format.ts';
import { isolated } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TextForm } from '../../ui/text-form.tsx';
import styles from './check.module.css';
import { FileResult } from './file-result.tsx';

/** LARGEST_BYTES is far beyond any bundle or report; reading more would only hang the page. */
const LARGEST_BYTES = 16_000_000;

const PASTED = 'the pasted text';

/**
 * CheckView opens an evidence file and repeats every check from the file alone. A text pasted or dropped
 * elsewhere arrives in the history state.
 */
export function CheckView() {
  const { state, key } = useLocation();
  const { pasted, name = PASTED } = (state ?? {}) as { pasted?: unknown; name?: string };
  const hasText = typeof pasted === 'string';
  return <Check key={hasText ? key : ''} initial={hasText ? { name, text: pasted } : undefined} />;
}

function Check({ initial }: { initial: { readonly name: string; readonly text: string } | undefined }) {
  const [opened, setOpened] = useState<{ name: string; checked: CheckedFile; at: number }>();
  const result = useRef<HTMLDivElement>(null);
  const open = (name: string, read: Promise<CheckedFile>): Promise<void> =>
    read.then(
      (checked) => setOpened({ name, checked, at: performance.now() }),
      // A bug of this program is shown as one.
      (error) =>
        setOpened(() => {
          throw error;
        }),
    );
  const openInitial = useEffectEvent(() => initial && void open(initial.name, checkFile(initial.text)));
  useEffect(() => openInitial(), []);
  useEffect(() => {
    if (opened !== undefined) result.current?.focus({ preventScroll: true });
  }, [opened]);
  return (
    <>
      <PageHead title="Check a file" note="Everything in it is computed again, from the file alone." />
      <div className="sheet padded group">
        <TextForm
          label="The text of a bundle or a report"
          button="Check the text"
          rows={opened ? 2 : 16}
          note="Or drop a file on any page. It stays in this browser; no register is asked."
          file={{
            label: 'Evidence file',
            accept: '.json,application/json',
            onFiles: ([file]) => file && void open(file.name, checkDropped(file)),
          }}
          onText={(text) => {
            if (text.trim() === '') return 'Paste a text first.';
            void open(PASTED, checkFile(text));
            return undefined;
          }}
        />
        <p className="faint">
          “Save proof” on <Link to="/country/records/ZW">a record</Link> saves a bundle; an alarm or an audit
          saves a report. <BundleSchema /> describes a bundle.{' '}
          <Link to="/help#verify">Verify without this page</Link>.
        </p>
      </div>
      <div ref={result} tabIndex={-1} className={`stack ${styles.result}`} aria-label="Result" role="region">
        {opened !== undefined &&
          (opened.checked.kind === 'unreadable' ? (
            <Unreadable name={opened.name} {...opened.checked} />
          ) : (
            <FileResult key={opened.at} name={opened.name} checked={opened.checked} />
          ))}
      </div>
    </>
  );
}

async function checkDropped(file: File): Promise<CheckedFile> {
  const unreadable = (reason: string) =>
    ({
      kind: 'unreadable',
      reason,
      remedy: 'To open a register file (RSF), drop it on this page.',
      problems: [],
    }) as const;
  if (file.size > LARGEST_BYTES)
    return unreadable(`It has ${formatBytes(file.size)}; a bundle or a report has a few kilobytes.`);
  return file.text().then(checkFile, () => unreadable('The browser could not read it.'));
}

/**
 * Unreadable shows the problem of a file: what was found, where, what was expected, and what to do. It is
 * no verdict on a register.
 */
function Unreadable({
  name,
  reason,
  problems,
  remedy,
}: Extract<CheckedFile, { kind: 'unreadable' }> & { name: string }) {
  return (
    <Notice title={`Could not check ${isolated(name)}`} tone="failed" live>
      <p>{reason}</p>
      {problems.length > 0 && (
        <ul className="bullets wrap">
          {problems.map(({ path, found, expected }) => (
            <li key={path}>
              <code>{path}</code>: found {found}; expected {expected}.
            </li>
          ))}
        </ul>
      )}
      <p>{remedy}</p>
    </Notice>
  );
}
