import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ProofFigure, type DrawnCheck } from './proof-figure.tsx';
import { sampleCheck, sampleHash, uncheckedSample } from './sample-check.ts';

function render(check: DrawnCheck): string {
  return renderToStaticMarkup(
    <ProofFigure check={check} leafRuleTitle="the entry as JSON" spelling="item" />,
  );
}

/** lines are the rows of the step list, as text. */
function lines(html: string): string[] {
  const list = /<ol>(.*)<\/ol>/s.exec(html)?.[1] ?? '';
  return list
    .split('<li')
    .slice(1)
    .map((row) => `<li${row}`.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '));
}

describe('ProofFigure', () => {
  it('says in a sentence what was found', () => {
    expect(render(sampleCheck(206, 208))).toContain(
      'Six hashes from the server rebuild the root from this entry. Computed in your browser in 0.3 ms.',
    );
    expect(render(sampleCheck(206, 208, sampleHash(99)))).toContain(
      'Six hashes from the server do not lead from this entry to the published root.',
    );
    expect(render(uncheckedSample({ outcome: 'cannot-check', reason: 'unknown leaf rule' }))).toContain(
      'This proof cannot be checked: unknown leaf rule.',
    );
  });

  it('lists the steps from the roots down to the entry, each with its formula', () => {
    const check = sampleCheck(206, 208);
    const rows = lines(render(check));
    expect(rows).toHaveLength(8);
    expect(rows[0]).toContain('equals the published root');
    expect(rows[1]).toMatch(/6 entries 1–128 joins from the left/);
    expect(rows[1]).toContain(`H(01 ‖ ${check.steps[5]?.left.slice(0, 6)}…`);
    expect(rows[5]).toMatch(/2 entries 207–208 joins from the right/);
    expect(rows[5]).toContain('H(01 ‖ running ‖');
    expect(rows[6]).toMatch(/1 entry 205 joins from the left/);
    expect(rows[7]).toMatch(/0 Entry 206 is hashed H\(00 ‖ leaf bytes\)/);
    expect(rows[7]).toContain('the entry as JSON');
  });

  it('keeps every hash in full in the opened rows', () => {
    const check = sampleCheck(206, 208);
    const html = render(check);
    for (const step of check.steps) {
      for (const hash of [step.left, step.right, step.result]) expect(html).toContain(`>${hash}<`);
    }
    expect(html).toContain(`>${check.checkpoint.rootHash}<`);
  });

  it('compares the two roots in the last line where they differ', () => {
    const check = sampleCheck(206, 208, sampleHash(99));
    const [row = ''] = lines(render(check));
    expect(row).toContain('≠');
    expect(row).toContain('does not match the published root');
    expect(row).toContain(check.computedRoot);
    expect(row).toContain(check.checkpoint.rootHash);
  });

  it('never says in the list that an unmade comparison held or failed', () => {
    for (const outcome of ['cannot-check', 'not-checked'] as const) {
      const [row = '', leaf = ''] = lines(render(uncheckedSample({ outcome, reason: 'why' })));
      expect(row).toContain('was not compared with the published root');
      expect(leaf).toContain('was not followed upwards');
    }
  });

  it('shows no tabs unless given some', () => {
    const html = (tabs?: string) =>
      renderToStaticMarkup(<ProofFigure check={sampleCheck(1, 1)} tabs={tabs} />);
    expect(html('Whole tree')).toContain('Whole tree');
    expect(html()).not.toContain('Path<');
  });
});
