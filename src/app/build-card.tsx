import { Card } from '../ui/card.tsx';
import { BUILD_ID } from './build-id.ts';

/** BuildCard names the build of this page, and says how to find out whether it is what its source makes. */
export function BuildCard() {
  if (BUILD_ID === undefined) return null;
  return (
    <Card title="This page" note="the build that it says it is">
      <p>
        <code>{BUILD_ID}</code>
      </p>
      <p>
        This is the beginning of a SHA-256 over all files of the site. The same source gives the same number:{' '}
        <code>npm run build</code> prints it. <code>node src/tools/build-id.mjs FOLDER</code> computes it from
        the files of a site. A page that was tampered with could name any number, so compare the files.
      </p>
    </Card>
  );
}
