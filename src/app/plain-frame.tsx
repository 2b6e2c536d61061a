import { useEffect, type ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { FindBox } from './find-box.tsx';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';

/** PlainFrame is the frame of the places that belong to no register. */
export function PlainFrame({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.title = 'Register Explorer';
  }, []);
  return (
    <>
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
