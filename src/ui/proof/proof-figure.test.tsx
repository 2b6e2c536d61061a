import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ProofFigure, type DrawnCheck } from './proof-figure.tsx';
import { sampleCheck, sampleHash, uncheckedSample } from './sample-check.ts';

function render(check: DrawnCheck): string {
  return renderToStaticMarkup(
    <ProofFigure check={check} leafRuleTitle="the entry as JSON" spelling="item" />,
  );
}

describe('ProofFigure', () => {
  it('says in a sentence what was found', () => {
    expect(render(sampleCheck(206, 208))).toContain(
      'Six hashes from the server rebuild the root from this entry. Computed in your browser in 0.3 ms.',
    );
    expect(render(sampleCheck(206, 208, sampleHash(99)))).toContain(
      'Six hashes from the server do not lead from this entry to the published root.',
    );
    expect(
      render(
        uncheckedSample({ outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'unknown leaf rule' }),
      ),
    ).toContain('This proof cannot be checked: unknown leaf rule.');
  });

  it('says what the proof spared, and nothing where no hash was needed', () => {
    expect(render(sampleCheck(10, 200))).toContain(
      '8 hashes instead of 200 entries; 256 bytes, 32 for each hash.',
    );
    expect(render(sampleCheck(2, 2))).toContain('1 hash instead of 2 entries; 32 bytes');
    expect(render(sampleCheck(1, 1))).not.toContain('instead of');
  });

  it('shows no tabs unless given some', () => {
    const html = (tabs?: string) =>
      renderToStaticMarkup(<ProofFigure check={sampleCheck(1, 1)} tabs={tabs} />);
    expect(html('Whole tree')).toContain('Whole tree');
    expect(html()).not.toContain('Path<');
  });
});
