import type { Page } from 'playwright/test';
import { stopsIn, visit } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { createRegister } from '../src/mock/engine/register.ts';
import { planet } from '../src/mock/registers/planet.ts';
import {
  button,
  EVERY_VARIANT,
  expectHeader,
  expectText,
  expectVerified,
  field,
  followLink,
  goBack,
  inTurns,
  main,
  openRecord,
  proofPicture,
} from './words.ts';

/** Does with the texts of a page what browsers do that translate, now and whenever one comes: puts elements around them, or in their place. Runs in the page. */
function translate(manner: 'around' | 'instead'): void {
  const untouched = 'head, script, style, textarea, option, svg, font, [translate=no]';
  const put = (text: Text): void => {
    if (text.data.trim() === '' || !text.isConnected || text.parentElement?.closest(untouched)) return;
    const font = document.createElement('font');
    const inner = font.appendChild(document.createElement('font'));
    text.before(font);
    if (manner === 'around') inner.append(text);
    else {
      inner.append(text.data);
      text.remove();
    }
  };
  const putAll = (root: Node): void => {
    const texts: Text[] = [];
    if (root instanceof Text) texts.push(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(put);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) putAll(node);
  }).observe(document, { childList: true, subtree: true });
}

const SUBJECT = { key: 'uranus', entryNumber: '14', from: '10', to: '15' };

/** What a view says, but for what differs from one visit to the next. */
const said = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('header, main')]
      .map(({ innerText }) => innerText)
      .join(' ')
      .replace(/\s+/g, ' ')
      .replace(/(?:under )?[\d.,]+ (?:ms|seconds?|s)\b/g, 'a while')
      .replace(/\b\d\d:\d\d\b/g, 'a time'),
  );

const MANNERS = ['around', 'instead'] as const;

/** Lets all texts of a page be translated in this manner. */
async function translated(page: Page, manner: (typeof MANNERS)[number]): Promise<Page> {
  await page.addInitScript(translate, manner);
  await page.goto('/settings');
  return page;
}

for (const variant of inTurns(1))
  test(`every view says the same where a translator puts elements around its texts, or instead: ${variant}`, async ({
    page: plain,
    newPage,
  }) => {
    test.slow();
    const [hash = ''] = createRegister(planet)
      .log(variant === 'v2' ? 'item' : 'blob')
      .entry(14).itemHashes;
    const stops = stopsIn({ kind: 'bundled', name: 'planet', mount: variant }, { ...SUBJECT, hash });
    // In profiles of their own: what one has audited is known to all pages of a profile.
    const pages = await Promise.all(MANNERS.map(async (manner) => translated(await newPage(), manner)));
    for (const [at, stop] of stops.entries()) {
      // It lists the requests of the visit.
      const isSteady = stop.name !== 'api';
      if (isSteady) await visit({ page: plain }, stop);
      for (const page of EVERY_VARIANT ? pages : pages.slice(at % 2, (at % 2) + 1)) {
        const { faults } = await visit({ page }, stop);
        expect(faults, stop.name).toEqual([]);
        // The code for marked texts may come later in one of them.
        if (isSteady)
          await expect(async () => expect(await said(page), stop.name).toBe(await said(plain))).toPass({
            timeout: 10_000,
          });
      }
    }
  });

for (const manner of EVERY_VARIANT ? MANNERS : MANNERS.slice(1))
  test(`a copy is changed and versions follow the slider where a translator puts elements ${manner}`, async ({
    page,
  }) => {
    await translated(page, manner);
    await openRecord(page);
    // Changed, and changed back.
    const picture = proofPicture(page);
    await button(main(page), 'Tamper with a copy').click();
    await field(main(page), /^name/).fill('The Gambit');
    await expect(picture).toContainText(/root computed here does not match the published root/i);
    await expectText(main(page), /^your copy does not match the published root$/i);
    await button(main(page), 'Undo').click();
    await expect(picture).toHaveAttribute('data-tone', 'holds');
    await expect(picture).not.toContainText(/does not match/i);
    await button(main(page), 'Done').click();
    await expectHeader(page, 'holds');
    // Versions, by the slider and by Back.
    await followLink(main(page).getByRole('listitem'), /^view this version.*275/i);
    const slider = page.getByRole('slider', { name: 'Versions of GM' });
    await slider.press('Home');
    await expectText(main(page), /version 1 of 4 · entry 69/i);
    await slider.press('End');
    await expectText(main(page), /version 4 of 4 · entry 278/i);
    await goBack(page);
    await expectVerified(page, 278);
  });
