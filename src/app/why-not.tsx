import { useLocation } from 'react-router';
import { Button, buttonClass } from '../ui/button.tsx';
import { capital } from '../ui/format.ts';
import { CopyButton } from '../ui/hash/copy-button.tsx';
import { Link } from '../ui/link.tsx';
import { isolated, Literal } from '../ui/literal.tsx';
import { Notice } from '../ui/notice.tsx';
import { fileAddress, pathTo, type RegisterId } from '../ui/paths.ts';
import type { RsfProblem } from './files.ts';
import { nameIn } from './links/link-target.ts';

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
  empty: [
    'The file is empty',
    'Open the address in a tab to see whether it is empty there, too. If it is, tell whoever publishes it.',
  ],
  content: [
    'The file is incomplete or inconsistent',
    'Nothing of it is shown. It may have been cut on its way: try again, or download it once more. If the fault stays, tell whoever publishes the file what it is.',
  ],
};

/** The problems at the address of a file that was only guessed by which there is none. */
const NONE: ReadonlySet<RsfProblem['code']> = new Set(['gone', 'no-cors', 'status', 'web-page', 'not-rsf']);

/** What the titles say already. */
const IN_TITLE =
  /^This file is incomplete or inconsistent: |^This is not an RSF file\.(?: It looks like a web page\.)? ?|^This file is empty\.$/;

const HEADER = 'Access-Control-Allow-Origin: *';

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
  const { state } = useLocation() as { state: { readonly beside?: unknown } | null };
  const address = fileAddress(register);
  const beside = typeof state?.beside === 'string' && NONE.has(code) ? state.beside : undefined;
  const [title, next] =
    beside === undefined
      ? WORDS[code]
      : [
          `No file of the register ${isolated(nameIn(register) ?? '')} was found`,
          'Nobody opened that register in this browser. If you have its file, or know its address, open it: then the links to it work.',
        ];
  const said = beside === undefined ? problem.replace(IN_TITLE, '') : problem;
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
            <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass()}>
              Open the address in a tab
            </a>
          )}
        </>
      }
    >
      {beside !== undefined && (
        <p>
          A link in <code>{beside}</code> points to it. This page looked for it beside that file.
        </p>
      )}
      {said !== '' && (
        <p>
          <Literal text={capital(said)} />
        </p>
      )}
      {code === 'no-answer' && !navigator.onLine && (
        <p>You are offline, and this browser kept no copy of the file.</p>
      )}
      {isBlocked && <p>This page came over https, so the browser may block plain http: try https.</p>}
      {code === 'no-cors' && beside === undefined && (
        <>
          <p>If the host is yours, let it send this header with the file:</p>
          <p>
            <CopyButton text={HEADER} label="Copy the header">
              <code>{HEADER}</code>
            </CopyButton>
          </p>
        </>
      )}
      {address !== undefined && <p>{next}</p>}
      {address !== undefined && (
        <p>
          Asked: <code>{address}</code>.{' '}
          {beside === undefined && (
            <>
              Is a server of the API there?{' '}
              <Link to={pathTo({ view: 'overview', register: { kind: 'remote', base: address } })}>
                Open as a register’s API
              </Link>
            </>
          )}
        </p>
      )}
    </Notice>
  );
}
