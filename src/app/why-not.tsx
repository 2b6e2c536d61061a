import { Button, buttonClass } from '../ui/button.tsx';
import { capital } from '../ui/format.ts';
import { Link } from '../ui/link.tsx';
import { Literal } from '../ui/literal.tsx';
import { Notice } from '../ui/notice.tsx';
import { fileAddress, pathTo, type RegisterId } from '../ui/paths.ts';
import type { RsfProblem } from './files.ts';

const DROP = 'download the file and drop it on the start page: this page reads it from there.';

/** WORDS say for each problem what it is, and what to do next where the file is at a web address. */
const WORDS: Record<RsfProblem['code'], readonly [title: string, next: string]> = {
  'no-cors': [
    'The host does not let this page read the file',
    `Open the address in a tab to see whether it is there. If it is, ${DROP}`,
  ],
  'no-answer': [
    'The file could not be reached',
    `Check the address and your connection, then try again. Or ${DROP}`,
  ],
  gone: [
    'There is no file at this address',
    'It was moved or removed. Ask whoever gave you the link for the new address, or for the file itself, and drop that on the start page.',
  ],
  status: ['The host did not send the file', `Try again later. Or ${DROP}`],
  'web-page': [
    'This is a web page, not an RSF file',
    'Open the address in a tab, look for the link that downloads the file (“Raw” on code hosts), and use the address of that link.',
  ],
  'not-rsf': [
    'This is not an RSF file',
    'Open the address in a tab to see what it is. An RSF file is a text of lines such as add-item.',
  ],
  'too-large': [
    'The file is too large for this page',
    'Look for a smaller register, or for a server that answers for this one by the API.',
  ],
  content: [
    'The file is incomplete or inconsistent',
    'Nothing of it is shown. It may have been cut on its way: try again, or download it once more. If the fault stays, tell whoever publishes the file which line it is.',
  ],
};

/** WhyNot says why the file of a register cannot be read, and what to do next. */
export function WhyNot({
  problem: { problem, code },
  register,
  onRetry,
}: {
  problem: RsfProblem;
  register: RegisterId;
  onRetry: () => void;
}) {
  const [title, next] = WORDS[code];
  const address = fileAddress(register);
  const isBlocked = code === 'no-answer' && location.protocol === 'https:' && address?.startsWith('http:');
  return (
    <Notice
      page
      live
      tone="failed"
      title={title}
      actions={
        <>
          <Button onClick={onRetry}>Try again</Button>
          <Link to="/" className={buttonClass()}>
            Open a file
          </Link>
          {address !== undefined && (
            <>
              <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass()}>
                Open the address in a tab
              </a>
            </>
          )}
        </>
      }
    >
      <p>
        {/* The title says so already. */}
        <Literal text={capital(problem.replace('This file is incomplete or inconsistent: ', ''))} />
      </p>
      {code === 'no-answer' && !navigator.onLine && (
        <p>You are offline, and this browser kept no copy of the file.</p>
      )}
      {isBlocked && <p>This page came over https, so the browser may block plain http: try https.</p>}
      {code === 'no-cors' && (
        <p>
          If the host is yours, let it send this header with the file:{' '}
          <code>Access-Control-Allow-Origin: *</code>
        </p>
      )}
      {address !== undefined && <p>{next}</p>}
      {address !== undefined && (
        <p>
          Asked: <code>{address}</code>. Is a server of the API there?{' '}
          <Link to={pathTo({ view: 'overview', register: { kind: 'remote', base: address } })}>
            Open as a register’s API
          </Link>
        </p>
      )}
    </Notice>
  );
}
