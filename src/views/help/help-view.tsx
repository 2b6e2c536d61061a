import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { CheckKind } from '../../core/check-result.ts';
import { Drawing, Explanation, EXPLANATIONS, THE_WHOLE_WAY } from '../../ui/explanation.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useMatches } from '../../ui/use-width.ts';
import { CheckerScript } from '../shared/site-file.tsx';
import { GLOSSARY, sourceOf } from './glossary.ts';
import styles from './help.module.css';
import { Keys } from './keys.tsx';

/** SECTIONS are the parts of the page, by their ids in addresses. */
const SECTIONS: readonly (readonly [id: string, title: string, Part: () => ReactNode])[] = [
  ['what', 'What is this?', WhatIsThis],
  ['checks', 'What each check is for', Checks],
  ['limits', 'What this does not prove', Limits],
  ['verify', 'Verify without this page', WithoutThisPage],
  ['developers', 'For developers of a server', ForDevelopers],
  ['keys', 'Keys', Keys],
  ['words', 'Words', Words],
];

/**
 * HelpView explains the checks, their limits, the keys and the words; the fragment of the address names a section or a word. On a phone all sections except the first are
 * folded.
 */
export function HelpView() {
  const { hash, key } = useLocation();
  const asked = hash.slice(1);
  // As on opening: turning a phone folds nothing.
  const [isWide] = useState(useMatches('(width >= 600px)'));
  useEffect(() => {
    const element = document.getElementById(asked);
    element?.closest('details')?.setAttribute('open', '');
    element?.scrollIntoView();
    element?.focus({ preventScroll: true });
  }, [asked, key]);
  return (
    <>
      <PageHead title="Help" />
      <nav className={`row ${styles['contents']}`} aria-label="On this page">
        {SECTIONS.map(([id, title]) => (
          <Link key={id} to={`/help#${id}`}>
            {title}
          </Link>
        ))}
      </nav>
      <div className={styles['sections']}>
        {SECTIONS.map(([id, title, Part]) => (
          <details key={id} id={id} tabIndex={-1} className="sheet fold" open={isWide || Part === WhatIsThis}>
            <summary>
              <h2>{title}</h2>
            </summary>
            <Part />
          </details>
        ))}
      </div>
    </>
  );
}

function WhatIsThis() {
  return (
    <div className={styles['what']}>
      <Drawing {...THE_WHOLE_WAY} />
      <div className={styles['prose']}>
        <p>
          A register is a public list of records, kept as a log: entries are only ever added at its end. All
          entries together give one hash, the log’s fingerprint. A changed, missing or moved entry would give
          another one.
        </p>
        <p>
          The server publishes this root hash. Your browser computes the hash of the data you see, finds it in
          an entry, and with a few more hashes computes the root hash from that entry: this is the proof. It
          remembers the root hash, and on your next visit asks for proof that nothing earlier changed.
        </p>
        <p>
          <Link to="/">See it on a real record</Link>, or{' '}
          <Link to="/tour">take the tour of a dishonest server</Link>.
        </p>
      </div>
    </div>
  );
}

function Checks() {
  return (
    <ul className={styles['checks']}>
      {(Object.keys(EXPLANATIONS) as CheckKind[]).map((kind) => (
        <li key={kind}>
          <h3>{EXPLANATIONS[kind].title}</h3>
          <Explanation kind={kind} />
        </li>
      ))}
    </ul>
  );
}

function Limits() {
  return (
    <ul className={`bullets ${styles['prose']}`}>
      <li>Proofs show what is registered, not that it is true.</li>
      <li>A mismatch says that hashes differ, not why. A request that failed is no mismatch.</li>
      <li>“No newer entry” is the server’s word until you check every entry.</li>
      <li>Nothing is known of the log before your first visit, when this browser began to remember it.</li>
      <li>Others may be shown another log: the API signs nothing, so compare root hashes.</li>
      <li>The host of this page could change it. Compare the build in its footer with a build of yours.</li>
    </ul>
  );
}

function WithoutThisPage() {
  return (
    <ol className={`bullets ${styles['prose']}`}>
      <li>Open a record or an entry and choose “Save proof”, then “Save bundle”.</li>
      <li>
        Save <CheckerScript />. It is short enough to read, needs only Node, and asks no server.
      </li>
      <li>
        Run <code>node check-bundle.mjs FILE ROOT</code>, where ROOT is the root hash that somebody else saw.
        It ends with 0 if everything matches, 1 if something does not, and 2 if the file cannot be checked.
      </li>
    </ol>
  );
}

function ForDevelopers() {
  return (
    <div className={styles['prose']}>
      <p>
        <Link to="/conformance">Check a register server</Link> against the API document: this page asks every
        endpoint, computes the proofs again and says what differs, with the request that shows it. In a
        terminal, <code>npm run conformance -- ADDRESS</code> does the same.
      </p>
    </div>
  );
}

function Words() {
  return (
    <>
      <p className="quiet">
        RFC 9162 is Certificate Transparency 2.0; the API document is the Append-Only Register Read API.
      </p>
      <dl className={`rows ${styles['words']}`}>
        {GLOSSARY.map(({ id, term, meaning, source }) => {
          const [name, address] = sourceOf(source);
          return (
            <div key={id} id={id} tabIndex={-1}>
              <dt>
                <Link to={`/help#${id}`}>{term}</Link>
              </dt>
              <dd>{meaning}</dd>
              <dd className="faint">{address === undefined ? name : <a href={address}>{name}</a>}</dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
