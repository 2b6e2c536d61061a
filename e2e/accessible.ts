import axe from 'axe-core';
import { expect, type Page } from 'playwright/test';
import { EVERY_VARIANT } from './words.ts';

const WIDE = { width: 1280, height: 800 };

/** PHONE is the size of a phone's window. */
export const PHONE = { width: 390, height: 780 };

const ALL_RULES: readonly string[] = [];
const ON_A_PHONE = ['target-size', 'scrollable-region-focusable'];

/**
 * LOOKS are in what a page is looked at. The theme changes no more than colours, and the width no more than places and sizes, so that one look at all else will do. In the dark on
 * a wide screen colours are looked at where EVERY_VARIANT is set; else in the light there, and in the dark on a phone.
 */
const LOOKS = [
  { colorScheme: 'light', size: WIDE, rules: ALL_RULES },
  ...(EVERY_VARIANT ? [{ colorScheme: 'dark', size: WIDE, rules: ['color-contrast'] } as const] : []),
  { colorScheme: 'dark', size: PHONE, rules: ['color-contrast', ...ON_A_PHONE] },
] as const;

/** axeFindings are what axe finds in the page on view, one line each: rule and element. By all its rules, or the ones given. */
export async function axeFindings(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // Once for each page that is loaded: to compile it takes as long as a look.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      ...(only.length > 0 && { runOnly: [...only] }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 120)} ${any[0]?.message ?? ''}`),
    );
  }, rules);
}

/** nameFindings are the controls on view whose names do not begin with their visible words (WCAG 2.2, 2.5.3), or are repeated by a title. Needs axeFindings before. */
async function nameFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { commons, setup, teardown } = (globalThis as unknown as { axe: typeof axe }).axe as unknown as {
      commons: { text: { accessibleText: (element: Element) => string } };
      setup: (root: Element) => void;
      teardown: () => void;
    };
    const hidden = '[aria-hidden=true], .visually-hidden, select, textarea, [popover], dialog';
    const wordsIn = (node: Node): string => {
      if (!(node instanceof Element)) return node.textContent ?? '';
      if (node.matches(hidden) || !node.checkVisibility()) return '';
      return [...node.childNodes].map(wordsIn).join(' ');
    };
    const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
    setup(document.documentElement);
    // What is behind a dialog is not there.
    const place = document.querySelector('dialog:modal') ?? document;
    const controls = [...place.querySelectorAll('a[href], button, summary, input, select, textarea')];
    const findings = controls.flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return [];
      const labels = 'labels' in control ? [...((control.labels ?? []) as NodeListOf<Element>)] : [];
      const seen = [control, ...labels].map(wordsIn).join(' ').trim();
      const name = commons.text.accessibleText(control);
      const title = control.getAttribute('title');
      // Words begin a name that is set; a number, and what has a sign before it, is in it.
      const isSet = control.hasAttribute('aria-label') && /\p{L}/u.test(seen);
      const begins = plain(name).indexOf(plain(seen));
      if (begins < 0 || (isSet && begins > 0)) return `“${seen}” is called “${name}”`;
      if (name === '') return `no name: ${control.outerHTML.slice(0, 120)}`;
      return title !== null && title === name && seen !== '' ? `a title repeats “${name}”` : [];
    });
    teardown();
    return findings;
  });
}

/** smallTargets are the links and buttons of the page, of what is folded too, that are too small for a finger and too near to others. */
export async function smallTargets(page: Page): Promise<string[]> {
  const folded = page.locator('main details:not([open])');
  await folded.evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')));
  return axeFindings(page, ['target-size']);
}

/** inLook shows the page on view in a theme. */
export async function inLook(page: Page, media: Parameters<Page['emulateMedia']>[0]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', ...media });
  // A theme does not change in one frame with a width: the browser may keep colours of before.
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** How far the page reaches beyond the window, in px. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** expectNoOverflow waits until nothing reaches beyond the window from side to side. */
export async function expectNoOverflow(page: Page, what = 'beyond the edge'): Promise<void> {
  await expect.poll(() => overflow(page), what).toBeLessThanOrEqual(0);
}

/**
 * expectAccessible holds the page on view to axe in both themes and on a phone, and to 390 and 320 px without a sideways scroll. `ready` waits until the page
 * shows what it is for, in each look. Light and wide again afterwards.
 */
export async function expectAccessible(
  page: Page,
  what = 'the page',
  ready: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  const found: string[] = [];
  for (const { colorScheme, size, rules } of LOOKS) {
    await inLook(page, { colorScheme });
    await page.setViewportSize(size);
    await ready(page);
    const findings = [...(await axeFindings(page, rules)), ...(await nameFindings(page))];
    found.push(...findings.map((line) => `${what}, ${colorScheme}, ${size.width} px: ${line}`));
  }
  await expectNoOverflow(page, `${what} reaches beyond the edge at ${PHONE.width} px`);
  await page.setViewportSize({ ...PHONE, width: 320 });
  await ready(page);
  await expectNoOverflow(page, `${what} reaches beyond the edge at 320 px`);
  await page.setViewportSize(WIDE);
  await inLook(page, { colorScheme: 'light' });
  expect(found).toEqual([]);
}
