import { Legend, LegendItem } from './legend.tsx';
import type { PathTone } from './path-model.ts';

/** ProofLegend says what the three shapes of a proof picture mean. */
export function ProofLegend({ tone, root = 'published root' }: { tone: PathTone; root?: string }) {
  return (
    <Legend tone={tone}>
      <LegendItem mark="sent" letter="S">
        sent by the server
      </LegendItem>
      <LegendItem mark="computed" letter="C">
        computed here
      </LegendItem>
      <LegendItem mark="root">{root}</LegendItem>
    </Legend>
  );
}
