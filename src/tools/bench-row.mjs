/** median of some numbers; undefined of none. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** ms writes a duration given in milliseconds. */
export function ms(duration) {
  if (duration >= 100) return `${Math.round(duration)} ms`;
  return `${duration.toFixed(duration >= 10 ? 1 : 3)} ms`;
}

/** kilobytes writes a size given in bytes; 1 KB is 1,000 bytes. */
export function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

/** timed runs the work some times after a warm-up, and says how long each took by the clock, in milliseconds. */
export async function timed(work, { times, warmUp }) {
  const durations = [];
  for (let round = -warmUp; round < times; round += 1) {
    const start = performance.now();
    await work();
    if (round >= 0) durations.push(performance.now() - start);
  }
  return durations;
}

/** timedBoth is the median by the clock, and the mean processor time of this process, which other work on the machine does not disturb. */
export async function timedBoth(work, { times, warmUp }) {
  await timed(work, { times: warmUp, warmUp: 0 });
  const before = process.cpuUsage();
  const durations = await timed(work, { times, warmUp: 0 });
  const { user, system } = process.cpuUsage(before);
  return `${ms(median(durations))} / ${ms((user + system) / 1000 / times)}`;
}

/** printTable shows rows in columns: what was measured, the figure, and the target of the project where there is one. */
export function printTable(rows) {
  const heads = ['', 'measured', 'target'];
  const width = (column) => Math.max(...[heads, ...rows].map((row) => (row[column] ?? '').length));
  const line = ([what, figure = '', target = '']) =>
    `${what.padEnd(width(0))}  ${figure.padStart(width(1))}  ${target}`.trimEnd();
  console.log(['', line(heads), ...rows.map(line), ''].join('\n'));
}
