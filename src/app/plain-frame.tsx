import type { ReactNode } from 'react';
import type { Place } from '../ui/paths.ts';
import { Brand } from './brand.tsx';
import { FindBox } from './find-box.tsx';
import { Footer } from './footer.tsx';
import { PageTitle } from './page-title.tsx';
import styles from './frame.module.css';

/** PlainFrame is the frame of the places that belong to no register; without a `place`, of a register that cannot be shown. */
export function PlainFrame({ place, children }: { place?: Place; children: ReactNode }) {
  return (
    <>
      <PageTitle place={place} />
      <header className={styles['head']}>
        <div className={styles['bar']}>
          <Brand />
          <FindBox />
        </div>
      </header>
      <main id="content" className={styles['main']} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
