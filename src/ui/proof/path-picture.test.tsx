import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { PathPicture } from './path-picture.tsx';
import type { DrawnCheck } from './proof-figure.tsx';
import { sampleCheck, sampleHash, uncheckedSample } from './sample-check.ts';

function draw({ entry, checkpoint, ...found }: DrawnCheck, activeLevel?: number): string {
  return renderToStaticMarkup(
    <PathPicture
      {...found}
      leafLabel={entry}
      expectedRoot={checkpoint.rootHash}
      activeLevel={activeLevel}
      unmeasuredWidth={800}
    />,
  );
}

/** buttons are the names of the boxes, in the order of the document. */
function buttons(html: string): string[] {
  return [...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map((match) => match[1] ?? '');
}

/** tagOf is the opening tag of a box. */
function tagOf(html: string, id: string): string {
  return new RegExp(`<button[^>]*data-node="${id}"[^>]*>`).exec(html)?.[0] ?? '';
}

describe('PathPicture', () => {
  const held = sampleCheck(206, 208);
  const refuted = sampleCheck(206, 208, sampleHash(99));

  it('draws one box a sent hash, named with what it covers and its side', () => {
    const sent = buttons(draw(held)).filter((name) => name.includes('Sent by the server'));
    expect(sent).toHaveLength(6);
    expect(sent[0]).toMatch(/^[0-9a-f]{6}…[0-9a-f]{4}, Sent by the server · entry 205, joins from the left$/);
    expect(sent[1]).toMatch(/entries 207–208, joins from the right$/);
  });

  it('names the whole for a screen reader', () => {
    expect(draw(held)).toContain(
      'aria-label="Path from entry 206 up to the root; 6 hashes sent by the server join on the way; equals the published root"',
    );
  });

  it('has one box in the order of Tab', () => {
    const html = draw(held);
    expect(html.match(/tabindex="0"/g)).toHaveLength(1);
    expect(tagOf(html, 'entry')).toContain('tabindex="0"');
  });

  it('says that the roots are equal only when the check holds', () => {
    expect(draw(held)).toContain('equals the published root');
    for (const check of [
      refuted,
      uncheckedSample({ outcome: 'cannot-check', code: 'incomplete', reason: 'why' }),
    ]) {
      expect(draw(check)).not.toContain('equals the published');
      expect(draw(check)).not.toContain('data-tone="good"');
    }
  });

  it('shows both roots with eight and eight digits where they differ, the first differing digit marked in each', () => {
    const html = draw(refuted);
    expect(html).toContain('data-tone="bad"');
    expect(html).toContain('✕');
    expect(html).toContain('≠');
    expect(html.match(/<mark/g)).toHaveLength(2);
    for (const hash of [refuted.computedRoot, refuted.checkpoint.rootHash]) {
      expect(html).toContain(`${hash?.slice(0, 8)}…${hash?.slice(-8)}, `);
    }
  });

  it('paints no step guilty: all boxes but the two roots are as in a path that cannot be judged', () => {
    const cannot: Verdict = { outcome: 'cannot-check', code: 'incomplete', reason: 'why' };
    const judged = draw(refuted);
    const unjudged = draw({ ...refuted, verdict: cannot });
    for (const id of ['leaf', 'computed-1', 'computed-5', 'sent-1', 'sent-6']) {
      const withoutPlace = (html: string) => tagOf(html, id).replace(/style="[^"]*"/, '');
      expect(withoutPlace(judged)).not.toBe('');
      expect(withoutPlace(judged)).toBe(withoutPlace(unjudged));
    }
  });

  it('gives the reason where nothing could be checked, and the entry and the published root alone', () => {
    const html = draw(
      uncheckedSample({ outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'unknown leaf rule' }),
    );
    expect(html).toContain('cannot be checked: unknown leaf rule');
    expect(html).toContain('data-tone="neutral"');
    expect(buttons(html)).toHaveLength(2);
  });

  it('draws a log of one entry, whose leaf hash is the root', () => {
    const check = sampleCheck(1, 1);
    const names = buttons(draw(check));
    expect(names).toHaveLength(3);
    expect(names[2]).toContain(check.leafHash?.slice(0, 6));
  });

  it('marks the boxes of the level that is pointed at', () => {
    const html = draw(held, 2);
    expect(tagOf(html, 'sent-2')).toContain('data-active');
    expect(tagOf(html, 'computed-2')).toContain('data-active');
    expect(tagOf(html, 'sent-3')).not.toContain('data-active');
    expect(tagOf(draw(held, 7), 'root')).toContain('data-active');
  });

  it('draws the hash of the steps, not one of its own', () => {
    const [first, ...rest] = held.steps;
    const other = 'f'.repeat(64) as Hash;
    const html = draw({ ...held, steps: first === undefined ? [] : [{ ...first, result: other }, ...rest] });
    expect(html).toContain('ffffff…ffff');
  });

  it('keeps a hostile key as text', () => {
    const html = draw({ ...held, entry: { entryNumber: 206, key: '<img src=x>"' } });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img');
  });
});
