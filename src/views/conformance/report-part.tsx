import { useSearchParams } from 'react-router';
import type { Outcome } from '../../conformance/model.ts';
import {
  byEndpoint,
  type CaseResult,
  countOf,
  detailsOf,
  OUTCOME_WORDS,
  type Report,
  toJson,
  toMarkdown,
  VARIANT_WORDS,
  verdictOf,
} from '../../conformance/report.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckBadge, type CheckState } from '../../ui/check-badge.tsx';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { Literal } from '../../ui/literal.tsx';
import { saveText } from '../../ui/save-file.ts';
import styles from './conformance.module.css';

const STATES: Readonly<Record<Outcome, CheckState>> = {
  pass: 'holds',
  fail: 'does-not-match',
  'could-not-run': 'cannot-check',
  'not-applicable': 'not-checked',
};

const VERDICT_STATES = {
  conforms: 'holds',
  partial: 'not-checked',
  fails: 'does-not-match',
  incomplete: 'cannot-check',
} as const;

/** FORMS are the files that a report can be saved as. */
const FORMS = [
  { form: 'JSON', name: 'conformance.json', type: 'application/json', write: toJson },
  { form: 'Markdown', name: 'conformance.md', type: 'text/markdown', write: toMarkdown },
];

/** ReportPart is a report, perhaps in progress: its verdict, its counts, and every check by endpoint. */
export function ReportPart({ report }: { report: Report }) {
  const [query, setQuery] = useSearchParams();
  const isFiltered = query.get('show') === 'failures';
  const { results, state } = report;
  const shown = isFiltered ? results.filter(({ outcome }) => outcome === 'fail') : results;
  const groups = byEndpoint(shown, report.variant);
  const filter = (isOn: boolean): void =>
    setQuery(
      (before) => {
        if (isOn) before.set('show', 'failures');
        else before.delete('show');
        return before;
      },
      { replace: true },
    );
  return (
    <>
      <Verdict report={report} />
      {results.length > 0 && (
        <div className="bar">
          <label>
            <input
              type="checkbox"
              defaultChecked={isFiltered}
              onChange={({ target }) => filter(target.checked)}
            />
            Show failures only
          </label>
          <CopyButton text={location.href} label="Copy the link to the settings of this report">
            Copy link
          </CopyButton>
          {state !== 'running' &&
            FORMS.map(({ form, name, type, write }) => (
              <Button key={name} onClick={() => saveText({ name, text: write(report), type })}>
                Save as {form}
              </Button>
            ))}
        </div>
      )}
      {isFiltered && groups.length === 0 && results.length > 0 && <p className="quiet">No failures.</p>}
      {groups.map((group) => (
        <EndpointCard key={group.endpoint} {...group} />
      ))}
      {state !== 'running' && (
        <p className="quiet wrap">
          <strong>What this does not show:</strong> that the server answers everyone the same, or the same
          tomorrow. Keys, entries and proofs are samples. A rewritten history is consistent in itself: only
          someone who remembers an earlier root hash can tell.
        </p>
      )}
    </>
  );
}

/** Verdict summarises the report in a sentence, or shows its progress. */
function Verdict({ report }: { report: Report }) {
  const { base, variant, requests, results, planned, state } = report;
  const isRunning = state === 'running';
  const { outcome, sentence } = verdictOf(report);
  return (
    <section
      className={styles.verdict}
      data-tone={isRunning ? 'checking' : VERDICT_STATES[outcome]}
      aria-label="Verdict"
    >
      <p className={styles.sentence} role="status">
        <CheckBadge size={28} state={isRunning ? 'checking' : VERDICT_STATES[outcome]} label="" />
        {isRunning ? 'Checking …' : sentence}
      </p>
      <p className="quiet wrap">
        <Literal text={base} />
        {variant && ` · ${VARIANT_WORDS[variant]}`}
        {planned !== undefined && ` · ${results.length} of ${planned} checks`}
        {` · requests: ${requests}`}
      </p>
      {isRunning && <progress aria-label="Checks made" value={results.length} max={planned ?? 60} />}
      <table className={styles.counts}>
        <thead>
          <tr>
            <th scope="col">Level</th>
            {Object.values(OUTCOME_WORDS).map((words) => (
              <th key={words} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['MUST', 'SHOULD'] as const).map((level) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              {(Object.keys(OUTCOME_WORDS) as Outcome[]).map((one) => (
                <td key={one} data-outcome={one}>
                  {countOf(results, level, one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function EndpointCard({ endpoint, section, results }: ReturnType<typeof byEndpoint>[number]) {
  return (
    <Card title={<code>{endpoint}</code>} note={section} flush>
      <ul className={styles.results}>
        {results.map((result) => (
          <li key={result.id} data-case={result.id} data-outcome={result.outcome}>
            <details className="bare" open={result.outcome === 'fail' || result.id === 'register/found'}>
              <summary>
                <CheckBadge state={STATES[result.outcome]} label="" />
                <span>{result.title}</span>
                <span className={`faint ${styles.outcome}`}>
                  {result.level} · {OUTCOME_WORDS[result.outcome]}
                </span>
              </summary>
              <Details result={result} />
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Details({ result }: { result: CaseResult }) {
  return (
    <dl className={`group ${styles.details}`}>
      {detailsOf(result).map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {term === 'Request' || term === 'Answer' ? (
              <pre className="bytes" tabIndex={0} aria-label={term}>
                <Literal text={text} />
              </pre>
            ) : (
              <Literal text={text} />
            )}
            {term === 'Request' && (
              <CopyButton text={text} label="Copy the request as a curl command">
                Copy as curl
              </CopyButton>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
