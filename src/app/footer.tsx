import { useState } from 'react';
import { Link } from '../ui/link.tsx';
import { BUILD_ID } from './build-id.ts';
import { chooseTheme, readTheme, type Theme } from './theme.ts';
import { UnkeptLine } from './unkept-line.tsx';
import { UpdateLine } from './update-line.tsx';
import styles from './frame.module.css';

declare const __VERSION__: string;
declare const __SINGLE_FILE__: boolean;

/** Footer says what the page does with what it reads, and holds the choice of light or dark. */
export function Footer() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <footer id="foot" className={styles['footer']}>
      <UnkeptLine />
      {!__SINGLE_FILE__ && <UpdateLine />}
      <span>
        Everything is read and verified in this browser. Register Explorer {__VERSION__}
        {BUILD_ID && `, build ${BUILD_ID.slice(0, 8)}`}.
      </span>
      <nav className={styles['links']} aria-label="About this page">
        <Link to="/check">Check a file</Link>
        <Link to="/settings">Remembered roots</Link>
      </nav>
      <label className={styles['theme']}>
        Look
        <select
          value={theme}
          onChange={(event) => {
            const next = event.target.value as Theme;
            chooseTheme(next);
            setTheme(next);
          }}
        >
          <option value="system">as the device</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
    </footer>
  );
}
