import { Card } from '../ui/card.tsx';
import { BUILD_ID } from './build-id.ts';
import styles from './build.module.css';

declare const __SINGLE_FILE__: boolean;

/** BuildCard names the build of this page, and says how to find out whether it is what its source makes. */
export function BuildCard() {
  if (BUILD_ID === undefined) return null;
  return (
    <Card title="This page" note="the build that it says it is">
      <div className={styles['text']}>
        <p>
          <strong>{BUILD_ID}</strong>
        </p>
        <p>
          The beginning of a SHA-256 over {__SINGLE_FILE__ ? 'this file' : 'all files of the site'}. The same
          source gives the same number:{' '}
          <code>{__SINGLE_FILE__ ? 'npm run build:single' : 'npm run build'}</code> prints it, and{' '}
          <code>node src/tools/build-id.mjs {__SINGLE_FILE__ ? 'FILE' : 'FOLDER'}</code> computes it from what
          you have. A page that was tampered with can name any number: only the files tell.
        </p>
      </div>
    </Card>
  );
}
