/** The CPU time of a page in a browser, and of a process. */
import { readFileSync, readdirSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';

/** A session that `workedMs` can ask. */
export async function watchPage(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** The time that the page's thread has worked so far (ms). */
export async function workedMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** The CPU time of all threads of a process that live now (ms). */
export function threadsMs(pid: number): number {
  const ns = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return ns.reduce((sum, one) => sum + one, 0) / 1e6;
}
