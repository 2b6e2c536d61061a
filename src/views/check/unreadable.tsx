import type { CheckedFile } from '../../query/check-file.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './check.module.css';
import { isolated } from '../../ui/literal.tsx';

/** Unreadable says what is wrong with a file: what was found, where, what was expected, and what to do. It is no verdict about any register. */
export function Unreadable({
  name,
  checked,
}: {
  name: string;
  checked: Extract<CheckedFile, { kind: 'unreadable' }>;
}) {
  return (
    <Notice title={`${isolated(name)} cannot be checked`} tone="failed" live>
      <p>{checked.reason}</p>
      {checked.problems.length > 0 && (
        <ul className={styles['problems']}>
          {checked.problems.map(({ path, found, expected }) => (
            <li key={`${path} ${expected}`}>
              <code>{path}</code>: found {found}; expected {expected}.
            </li>
          ))}
        </ul>
      )}
      <p>{checked.remedy}</p>
    </Notice>
  );
}
