import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { checkFile, type CheckedFile } from '../../query/check-file.ts';
import { formatBytes } from '../../ui/format.ts';
// What belongs to pictures and values is fetched when it is first shown; here it comes with the view, since the network may be gone by then.
import '../../ui/proof/path-hands.tsx';
import '../../ui/proof/proof-aside.tsx';
import '../../ui/values/place-value.tsx';
import '../../ui/values/rich-value.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AuditReportResult } from './audit-report-result.tsx';
import { BundleResult } from './bundle-result.tsx';
import styles from './check.module.css';
import { TakeFile } from './take-file.tsx';
import { TlogResult } from './tlog-result.tsx';
import { Unreadable } from './unreadable.tsx';
import { ReportResult } from './report-result.tsx';

/** LARGEST_BYTES is far beyond any bundle or report; reading more would only hang the page. */
const LARGEST_BYTES = 16_000_000;

/** Taken is what was opened: its name, and what came of it. `count` tells one from the next, also where the same file is opened again. */
interface Taken {
  readonly name: string;
  readonly count: number;
  readonly checked: CheckedFile;
}

const PASTED = 'The pasted text';

/** CheckView opens an evidence file and makes every check in it again, from nothing but the file. A text that was pasted elsewhere comes with the way here. */
export function CheckView() {
  const { state, key } = useLocation();
  const pasted = pastedIn(state);
  return <Check key={pasted === undefined ? '' : key} pasted={pasted} />;
}

/** The state of an entry of the browser's history: whatever this site put there, or nothing. */
function pastedIn(state: unknown): string | undefined {
  const pasted: unknown =
    typeof state === 'object' && state !== null && 'pasted' in state ? state.pasted : undefined;
  return typeof pasted === 'string' ? pasted : undefined;
}

function Check({ pasted }: { pasted: string | undefined }) {
  const [taken, setTaken] = useState<Taken | undefined>(() =>
    pasted === undefined ? undefined : { name: PASTED, count: 1, checked: checkFile(pasted) },
  );
  const result = useRef<HTMLDivElement>(null);
  const check = (name: string, text: string): void =>
    setTaken((before) => ({ name, count: (before?.count ?? 0) + 1, checked: checkFile(text) }));
  const open = async (file: File): Promise<void> => {
    if (file.size > LARGEST_BYTES) setTaken((before) => tooLarge(file, before?.count ?? 0));
    else check(file.name, await file.text());
  };
  const count = taken?.count;
  useEffect(() => {
    if (count !== undefined) result.current?.focus({ preventScroll: true });
  }, [count]);
  return (
    <>
      <PageHead
        title="Check a file"
        note="A proof bundle, a tlog-proof or a report is checked again, from nothing but the file."
      />
      <TakeFile onFile={open} onText={(text) => check(PASTED, text)} />
      <div ref={result} tabIndex={-1} className={styles['result']} aria-label="Result" role="region">
        {taken !== undefined && <Result key={taken.count} name={taken.name} checked={taken.checked} />}
      </div>
    </>
  );
}

function Result({ name, checked }: { name: string; checked: CheckedFile }) {
  switch (checked.kind) {
    case 'bundle':
      return <BundleResult name={name} checked={checked} />;
    case 'report':
      return <ReportResult name={name} checked={checked} />;
    case 'audit-report':
      return <AuditReportResult name={name} checked={checked} />;
    case 'tlog-proof':
      return <TlogResult name={name} checked={checked} />;
    case 'unreadable':
      return <Unreadable name={name} checked={checked} />;
  }
}

function tooLarge(file: File, count: number): Taken {
  const reason = `It has ${formatBytes(file.size)}; a bundle or a report has a few kilobytes.`;
  const remedy = 'A register file (RSF) is opened on the start page.';
  return { name: file.name, count: count + 1, checked: { kind: 'unreadable', reason, remedy, problems: [] } };
}
