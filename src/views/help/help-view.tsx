import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { CheckKind } from '../../core/check-result.ts';
import { Drawing, Explanation, EXPLANATIONS, THE_WHOLE_WAY } from '../../ui/explanation.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useMatches } from '../../ui/use-width.ts';
import { CheckerScript } from '../shared/site-file.tsx';
import styles from './help.module.css';
import { Keys } from './keys.tsx';

/** SECTIONS are the parts of the page, by their ids in addresses. */
const SECTIONS: readonly (readonly [id: string, title: string, Part: () => ReactNode])[] = [
  ['what', 'What is this?', WhatIsThis],
  ['checks', 'What each check is for', Checks],
  ['limits', 'What this does not prove', Limits],
  ['verify', 'Verify without this page', WithoutThisPage],
  ['conformance', 'Check a register server', Conformance],
  ['keys', 'Keys', Keys],
  ['words', 'Words', Words],
];

/**
 * HelpView explains the checks, their limits, the keys and the words; the fragment of the address names a
 * section or a word. On a phone all sections except the first are folded.
 */
export function HelpView() {
  const { hash, key } = useLocation();
  const id = hash.slice(1);
  // As on opening: turning a phone folds nothing.
  const [isWide] = useState(useMatches('(width >= 600px)'));
  useEffect(() => {
    const element = document.getElementById(id);
    element?.closest('details')?.setAttribute('open', '');
    element?.scrollIntoView();
    element?.focus({ preventScroll: true });
  }, [id, key]);
  return (
    <>
      <PageHead title="Help" />
      <nav className={`row above ${styles.contents}`} aria-label="On this page">
        {SECTIONS.map(([id, title]) => (
          <Link key={id} to={`/help#${id}`}>
            {title}
          </Link>
        ))}
      </nav>
      <div className={styles.sections}>
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
    <div className={styles.what}>
      <Drawing {...THE_WHOLE_WAY} />
      <div className={styles.prose}>
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
          <Link to="/">See it on a real record</Link>, and how a dishonest server is caught.
        </p>
      </div>
    </div>
  );
}

function Checks() {
  return (
    <ul className={styles.checks}>
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
    <ul className={`bullets ${styles.prose}`}>
      <li>Proofs show what is registered, not that it is true.</li>
      <li>A mismatch says that hashes differ, not why. A request that failed is no mismatch.</li>
      <li>“No newer entry” is the server’s word until you check every entry.</li>
      <li>Nothing is known of the log before your first visit, when this browser began to remember it.</li>
      <li>Others may be shown another log: the API signs nothing, so compare with others.</li>
      <li>The host of this page could change it. Compare the build in its footer with a build of yours.</li>
    </ul>
  );
}

function WithoutThisPage() {
  return (
    <ol className={`bullets ${styles.prose}`}>
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

function Conformance() {
  return (
    <div className={styles.prose}>
      <p>
        In a terminal, in the source of this page, <code>npm run conformance -- ADDRESS</code> checks a server
        against the API document. It requests every endpoint, computes the proofs again and says what differs,
        with the request that shows it. ADDRESS is the base address of the API. It ends with 0 if every
        requirement is met, 1 if one is not, and 2 if that could not be found out.
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
      <dl className={`rows ${styles.words}`}>
        {GLOSSARY.map(([term, meaning, source]) => {
          const id = term.toLowerCase().replaceAll(' ', '-');
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

/**
 * GLOSSARY lists the terms, each after those it builds on, with its meaning and its source: a section of RFC
 * 9162 (`2.1.3`), a heading of the API document (`Entry`), an address, or none for a word of this page.
 */
export const GLOSSARY: readonly (readonly [term: string, meaning: string, source?: string])[] = [
  ['Register', 'A public list of records, kept as a log.', 'What the service does'],
  ['Log', 'All entries in their order, numbered from 1. It only grows at its end.', 'What the service does'],
  ['Entry', 'One line of the log: number, time, key, and the hash of its data.', 'Entry'],
  ['Key', 'What a record is found by within its register.', 'Shared types'],
  ['Record', 'The newest entry for a key, together with its data.', 'Record'],
  ['Item', 'The data whose hash an entry records; a blob in the blobs API.', 'Item'],
  ['Trail', 'All entries of one key, oldest first.', 'States and transitions'],
  [
    'Hash',
    'A fingerprint of 32 bytes (SHA-256). No two texts with the same one are known.',
    'https://doi.org/10.6028/NIST.FIPS.180-4',
  ],
  ['Leaf hash', 'The hash of an entry, in the bottom row of the tree.', '2.1.1'],
  [
    'Leaf rule',
    'How an entry is written as bytes before it is hashed. The API leaves it open; this page finds it.',
  ],
  ['Root hash', 'The hash at the top of the tree, made from all entries: the log’s fingerprint.', '2.1.1'],
  ['Tree size', 'How many entries the log has; the API calls it the log size.', '4.9'],
  [
    'Register proof',
    'The log size and root hash that a server publishes. Elsewhere called a tree head or checkpoint, and signed.',
    '4.10',
  ],
  [
    'Inclusion proof',
    'Hashes that give the root hash from one entry; the API calls it an entry proof.',
    '2.1.3',
  ],
  ['Audit path', 'The hashes of an inclusion proof, from the leaf to the root.', '2.1.3'],
  ['Consistency proof', 'Hashes that show that an older log is the beginning of a newer one.', '2.1.4'],
  ['Remembered root', 'The last root hash that a verified page left in this browser.'],
  ['Audit', 'Reading every entry and item, to compute the root hash without any proof.', '2.1.2'],
  ['Split view', 'A server shows different logs to different people.', '11.3'],
  [
    'Seen head',
    'The log size and the first digits of the root hash that a copied link carries. Whoever opens it sees whether they are shown the same log.',
  ],
  ['RSF', 'Register Serialisation Format: a whole register as one text file.'],
  ['Proof bundle', 'A file with an entry, its data and its proof, to check without the register.'],
];

/** sourceOf returns the name of a source, and its address if any. */
function sourceOf(source = ''): readonly [name: string, address?: string] {
  if (source === '') return ['this page'];
  if (/^\d/.test(source))
    return [`RFC 9162, ${source}`, `https://www.rfc-editor.org/rfc/rfc9162.html#section-${source}`];
  if (source.startsWith('https:')) return ['FIPS 180-4', source];
  return [`API document, “${source}”`];
}
