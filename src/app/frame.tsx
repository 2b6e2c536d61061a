import { type MouseEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/part.tsx';
import { refusedWords } from '../trust/refusal-words.ts';
import { onRefusedStorage, readRefusedStorage } from '../trust/storage-refusals.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import styles from './frame.module.css';
import { BUILD_ID } from './build-id.ts';
import { chooseTheme, readTheme, type Theme } from './local-storage.ts';
import type { Place } from '../ui/paths.ts';
import { FindBox } from './find-box.tsx';
import { MovedNote } from './moved.tsx';
import { PageTitle } from './page-title.tsx';
import { UpdateLine } from './parts.ts';

declare const __VERSION__: string;
declare const __SINGLE_FILE__: boolean;

/**
 * PlainFrame is the frame of pages outside a register; without a `place`, of a register that cannot be shown.
 */
export function PlainFrame({ place, children }: { place?: Place; children: ReactNode }) {
  return (
    <>
      <PageTitle place={place} />
      <SkipLink />
      <header className={styles.head}>
        <div className={`${styles.bar} ${styles.plain}`}>
          <Brand />
          <FindBox />
        </div>
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        <MovedNote />
        <CrashBoundary resetKey={useLocation().pathname}>{children}</CrashBoundary>
      </main>
      <Footer />
    </>
  );
}

/**
 * skip focuses the content. The link's own address does not: in the edition in one file the
 * path stands in the fragment.
 */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** SkipLink is the first stop of every page. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#content" onClick={skip}>
      Skip to the content
    </a>
  );
}

/** Brand is the name of the site, a link to its start page. */
export function Brand() {
  return (
    <Link to="/" className={styles.brand}>
      <svg
        width="22"
        height="22"
        viewBox="0 0 32 32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        aria-hidden="true"
      >
        <path d="M16 8 8.5 22M16 8l7.5 14" strokeLinecap="round" />
        <circle cx="16" cy="7" r="3.4" fill="currentColor" />
        <rect x="4.8" y="20" width="6.6" height="6.6" rx="1.2" />
        <rect x="20.6" y="20" width="6.6" height="6.6" rx="1.2" fill="currentColor" />
      </svg>
      Register Explorer
    </Link>
  );
}

/** Footer says what the page does with what it reads, and holds the choice of light or dark. */
export function Footer() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <footer id="foot" className={styles.footer}>
      <RefusedLine />
      {!__SINGLE_FILE__ && navigator.serviceWorker?.controller && (
        <Part missing={null}>
          <UpdateLine />
        </Part>
      )}
      <span>
        Everything is read and checked in this browser. Register Explorer {__VERSION__}
        {BUILD_ID && `, build ${BUILD_ID.slice(0, 8)}`}.
      </span>
      <nav aria-label="About this page">
        <Link to="/check">Check a file</Link>
        <Link to="/settings">Settings</Link>
        <Link to="/help">Help</Link>
      </nav>
      <label className="bar">
        Theme
        <select
          value={theme}
          onChange={(event) => {
            const next = event.target.value as Theme;
            chooseTheme(next);
            setTheme(next);
          }}
        >
          <option value="system">system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
    </footer>
  );
}

/** RefusedLine shows at the bottom of every page what this browser cannot store, if anything. */
function RefusedLine() {
  const words = refusedWords(useSyncExternalStore(onRefusedStorage, readRefusedStorage));
  return (
    words.length > 0 && (
      <div className="boxed sand">
        {words.map((sentence) => (
          <p key={sentence} data-announce="">
            {sentence}
          </p>
        ))}
        <p>
          Proofs are checked all the same. <Link to="/settings">What is kept here</Link>
        </p>
      </div>
    )
  );
}
