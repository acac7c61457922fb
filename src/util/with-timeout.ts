/** Resolves when the work has ended, successfully or not, or after the timeout (ms); at once if the timeout is 0. Never rejects. */
export async function withTimeout(limitMs: number, work: Promise<unknown>): Promise<void> {
  const ended = work.then(
    () => {},
    () => {},
  );
  if (limitMs <= 0) return;
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((done) => (timer = setTimeout(done, limitMs)));
  await Promise.race([ended, waited]).finally(() => clearTimeout(timer));
}
