import { useEffect, useRef, useState } from 'react';
import { afterStep, beginReport, type Report } from '../../conformance/report.ts';
import { type RunOptions, runConformance } from '../../conformance/run.ts';

/** Target is a server as this page reaches it. */
export type Target = Pick<RunOptions, 'base' | 'fetch' | 'seesLinks'>;

/** useReport makes a report, one at a time, and shows how far it is. Leaving the page stops it. */
export function useReport() {
  const [report, setReport] = useState<Report>();
  const running = useRef<AbortController>(undefined);
  const stop = (): void => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  async function run(options: Target & Pick<Report, 'groups' | 'rate'>): Promise<void> {
    stop();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const update = (next: (before: Report) => Report): void =>
      setReport((before) => (running.current === controller && before ? next(before) : before));
    setReport(beginReport(options));
    try {
      for await (const step of runConformance({ ...options, signal }))
        update((before) => afterStep(before, step));
    } catch (error) {
      // A fault of this program is shown as one.
      update(() => {
        throw error;
      });
    }
  }

  return { report, stop, start: (options: Parameters<typeof run>[0]) => void run(options) };
}
