import { type Page, type Request } from 'playwright/test';
import { FLAG } from '../src/testing/hostile-register.ts';
import { pathTo, type RegisterId, type RegisterPlace } from '../src/ui/paths.ts';

/** Subject is what the views of a register are asked about: one record, one entry, one item, and two log sizes. */
export interface Subject {
  readonly key: string;
  readonly entryNumber: string;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
}

/** Stop is one address of the walk, and what is pressed there; `name` is what the table of outcomes calls it. */
export interface Stop {
  readonly name: string;
  readonly path: string;
  /** The name of a button to press before anything is judged; it may be missing if a register cannot be opened. */
  readonly press?: RegExp;
}

type View = RegisterPlace['view'];

/** A new view has no stop until it is entered here: this does not compile without it. */
const PLACES: {
  readonly [Name in View]: (
    subject: Subject,
  ) => Omit<Extract<RegisterPlace, { view: Name }>, 'view' | 'register'>;
} = {
  overview: () => ({}),
  records: () => ({}),
  record: ({ key }) => ({ key }),
  entries: () => ({}),
  entry: ({ entryNumber }) => ({ entryNumber }),
  items: () => ({}),
  item: ({ hash }) => ({ hash }),
  proofs: () => ({}),
  'entry-proof': ({ entryNumber, to }) => ({ entryNumber, logSize: to }),
  'consistency-proof': ({ from, to }) => ({ from, to }),
  changes: ({ from, to }) => ({ from, to }),
  audit: () => ({}),
  compare: () => ({}),
  api: () => ({}),
  witnesses: () => ({}),
};

/** VIEWS are the views of a register, as ui/paths.ts names them. */
const VIEWS = Object.keys(PLACES) as readonly View[];

/** stopsIn are the stops of the walk through one register: every view, then what else its server is asked for. */
export function stopsIn(register: RegisterId, subject: Subject): readonly Stop[] {
  const path = (view: View): string => pathTo({ view, register, ...PLACES[view](subject) } as RegisterPlace);
  const views = VIEWS.map((view): Stop => ({ name: view, path: path(view) }));
  return [
    ...views,
    { name: 'search', path: `${path('records')}?q=moons` },
    { name: 'record then', path: `${path('record')}?at=${subject.from}` },
    { name: 'records then', path: `${path('records')}?at=${subject.from}` },
    { name: 'copy', path: `${path('records')}?`, press: /^download data$/i },
    { name: 'audited', path: `${path('audit')}?`, press: /^check every entry/i },
  ];
}

/** Walker is the page that walks. */
export interface Walker {
  readonly page: Page;
  /** Turns the clock of the page on, where a server lets it wait. */
  readonly forward?: () => Promise<void>;
  /** See PATIENCE_MS, which it is where not given. */
  readonly patienceMs?: number;
}

/** go changes the address as a link within the page does, so that nothing is loaded again, and waits until the view rests. The first address of a page is loaded. */
async function go(walker: Walker, path: string): Promise<void> {
  const { page } = walker;
  if (page.url() === 'about:blank') await page.goto(path);
  else {
    await page.evaluate((address) => {
      for (const dialog of document.querySelectorAll('dialog')) dialog.close();
      // The router knows each place in the history by a key.
      const state = { key: String(Math.random()) };
      history.pushState(state, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state }));
    }, path);
    await drawn(page);
  }
  await rest(page, walker);
}

/** walkIn goes to addresses in this page, one after the other. */
export function walkIn(page: Page, more: Omit<Walker, 'page'> = {}): (path: string) => Promise<void> {
  return (path) => go({ page, ...more }, path);
}

/** drawn waits until the page shows the place of its address: the view before stays on show until the next one is there. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { key = 'default' } = (history.state ?? {}) as { key?: string };
    return document.documentElement.dataset['shown'] === key;
  });
}

/** visit goes to a stop, and returns what it shows. */
export async function visit(walker: Walker, { path, press }: Stop): Promise<StopContent> {
  const { page } = walker;
  await go(walker, path);
  if (press === undefined) return look(page);
  const button = page.getByRole('main').getByRole('button', { name: press }).first();
  if (await button.isVisible()) {
    await button.click();
    await rest(page, walker);
  }
  return look(page);
}

/** PATIENCE_MS is how long a view may take until nothing in it says that it waits. The clock of the page may run ahead of this one. */
const PATIENCE_MS = 30_000;

const requests = new WeakMap<Page, Set<Request>>();

/** watchRequests keeps a page's pending requests, except worker scripts: a worker that is ended while starting reports no end. */
export function watchRequests(page: Page): void {
  const underWay = new Set<Request>();
  requests.set(page, underWay);
  page.on('request', (request) => {
    if (!/worker|wasm/.test(new URL(request.url()).pathname)) underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
}

/** rest waits until nothing is asked any more, and the view on show says nothing of waiting. Rejects with what it still says. */
export async function rest(
  page: Page,
  { forward, patienceMs = PATIENCE_MS }: Omit<Walker, 'page'> = {},
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const waiting = await page.evaluate(waitingFor, forward === undefined ? 3_000 : 250);
    const underWay = requests.get(page)?.size ?? 0;
    if (waiting === '' && underWay === 0) return;
    if (Date.now() > end)
      throw new Error(waiting === '' ? `${underWay} requests under way` : `it still waits: ${waiting}`);
    await forward?.();
  }
}

/** What in the page says that it waits, after at most `patienceMs`; empty once nothing did for three looks in a row, which are not broken off. Runs in the page. */
async function waitingFor(patienceMs: number): Promise<string> {
  const alerts = (): string =>
    [...document.querySelectorAll('[data-notice]')].map(({ textContent }) => textContent).join(' ');
  const sign = (): string => {
    const main = document.querySelector('main');
    if (main === null || main.textContent?.trim() === '') return 'nothing is shown';
    if (document.querySelector('header [data-outcome=checking]') !== null) return 'the header checks';
    const selector = '[data-announce], [data-loading], [aria-busy=true], progress, svg[aria-label]';
    const found = [...document.querySelectorAll(selector)].find((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      // How far an audit came that stopped.
      if (element.matches('progress') && /cannot go on/.test(alerts())) return false;
      // An outcome beside its badge has come, unless it is checked yet.
      if (element instanceof HTMLElement && element.dataset['outcome'] !== undefined)
        return element.dataset['outcome'] === 'checking';
      // A skeleton, whatever it waits for.
      if (element.matches('[data-loading], [aria-busy=true], progress')) return true;
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
      return /\bchecking\b|^(?:reading|looking|hashing|proving|comparing)\b.*…/i.test(words);
    });
    return found?.getAttribute('aria-label') ?? found?.textContent?.trim() ?? '';
  };
  const end = performance.now() + patienceMs;
  let waiting = sign();
  for (let quiet = 0; quiet > 0 || performance.now() < end; waiting = sign()) {
    quiet = waiting === '' ? quiet + 1 : 0;
    if (quiet === 3) return '';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return waiting === '' ? 'it changes and changes' : waiting;
}

/** Finding is what a stop tells of something on it: it holds, does not match, could not be checked, or a request for it failed. */
export type Finding = 'holds' | 'mismatch' | 'unchecked' | 'failed';

/** StopContent is what a stop shows a reader. */
export interface StopContent {
  readonly findings: readonly Finding[];
  /** Whether the words of a mismatch stand there, in whatever place. */
  readonly mismatch: boolean;
  /** What is wrong with the page itself, in words; empty if nothing is. */
  readonly faults: readonly string[];
}

/** look reads what the page shows, and whether it is complete. */
function look(page: Page): Promise<StopContent> {
  return page.evaluate((flag) => {
    for (const checks of document.querySelectorAll<HTMLDetailsElement>('main details[data-checks]'))
      checks.open = true;
    const visible = (selector: string): HTMLElement[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const labels = visible('main svg[role=img]').map((badge) => badge.getAttribute('aria-label') ?? '');
    const failures = visible('main [data-notice]')
      .map(({ textContent }) => textContent ?? '')
      .filter((text) => text.includes('A failed request says nothing'));
    const said = (pattern: RegExp): boolean => labels.some((label) => pattern.test(label));
    const told: Readonly<Record<Finding, boolean>> = {
      holds: said(/^(?:verified|in the log|matches)\b|: verified$/i),
      mismatch: said(/does not match|does not connect|nor its data matches/i),
      unchecked: said(/cannot (?:be )?check|could not/i),
      failed: failures.length > 0,
    };
    const header = document.querySelector('header [data-outcome]')?.getAttribute('data-outcome');
    // The header holds only over lines that do: of what a page declares, whether the entry is the newest and what others see are not part, nor is a line that
    // stands apart as shown besides; a first visit has nothing to compare with. A mismatch counts wherever it is shown.
    const against = visible('main [data-check]')
      .filter(({ dataset: { besides, outcome } }) => besides === undefined || outcome === 'does-not-match')
      .map(({ dataset: { check = '', outcome = '' } }) => `${check} ${outcome}`)
      .filter((line) => !/^(?:newest|others) | (?:holds|not-checked)$/.test(line));
    const { body, documentElement } = document;
    const main = document.querySelector('main')?.innerText ?? '';
    const overflow = documentElement.scrollWidth - innerWidth;
    const widest = (): string =>
      visible('body *')
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
        .map(({ tagName, textContent }) => `${tagName} “${textContent?.trim().slice(0, 40)}”`)
        .slice(-3)
        .join(', ');
    const faults = [
      main.trim() === '' && 'an empty page',
      body.innerText.includes('This page has a fault') && 'the page broke',
      visible('header').length === 0 && 'no head',
      visible('nav a').length < 7 && 'no tabs',
      visible('h1').length === 0 && 'no heading',
      overflow > 0 && `${overflow} px too wide: ${widest()}`,
      header === 'holds' && against.length > 0 && `the header holds over ${against.join(', ')}`,
      flag in window && 'a script ran',
      failures.some((text) => !/https?:\/\//.test(text)) && 'a failure without its address',
      failures.some((text) => !/\b(?:try|check|ask|tell|wait)\b/i.test(text)) && 'a failure without a way on',
    ];
    return {
      findings: (Object.keys(told) as Finding[]).filter((finding) => told[finding]),
      mismatch: /(?:does|do) not (?:match|connect)/i.test(main),
      faults: faults.filter((fault) => fault !== false),
    };
  }, FLAG);
}
