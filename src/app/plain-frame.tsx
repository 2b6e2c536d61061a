import type { ReactNode } from 'react';
import { Link } from '../ui/link.tsx';
import type { Place } from '../ui/paths.ts';
import { FindBox } from './find-box.tsx';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';
import { PageTitle } from './page-title.tsx';

/** PlainFrame is the frame of the places that belong to no register; without a `place`, of a register that cannot be shown. */
export function PlainFrame({ place, children }: { place?: Place; children: ReactNode }) {
  return (
    <>
      <PageTitle place={place} />
      <header className={styles.head}>
        <div className={`${styles.bar} ${styles.plain}`}>
          <Brand />
          <FindBox />
        </div>
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}

/** Brand is the name of the site and the way to its start page. */
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
