/**
 * workThrough does the tasks that `next` returns, at most `limit` at a time, until it returns none. After a
 * failure it begins no task, waits for those under way and rejects with the first error.
 */
export async function workThrough<T>(
  next: () => T | undefined,
  limit: number,
  work: (task: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let task = next(); task !== undefined && errors.length === 0; task = next())
      await work(task).catch((error: unknown) => void errors.push(error));
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (errors.length > 0) throw errors[0];
}
