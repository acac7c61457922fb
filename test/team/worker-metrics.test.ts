/** Health and metrics of a worker, as a process. */
import { expect, it } from 'vitest';
import { until } from '../../src/util/testing/until.ts';
import { Organisation } from './organisation.ts';

it('count what becomes of jobs, and name no repository', async () => {
  const organisation = new Organisation(null);
  await organisation.open();
  const root = organisation.written('shop', { 'a.ts': 'export const a = 1;\n' });
  const { catalogue } = organisation;
  await catalogue.addRepository({ name: 'team/shop', url: `file://${root}`, defaultRef: 'main', forkOf: null });
  const gone = await catalogue.addRepository({ name: 'team/gone', url: `file://${root}`, defaultRef: 'main', forkOf: null }); // prettier-ignore
  const { events } = organisation.worker('--metrics-port', '0', '--attempts', '1');
  await until(() => events.length > 0);
  const { url } = events[0] as unknown as { url: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await until(() => events.filter(({ event }) => event === 'indexed').length === 2);
  await catalogue.hear({ repository: gone.id, ref: 'lost', commit: 'f'.repeat(40), delivery: null });
  await until(() => events.some(({ event }) => event === 'failed'));
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok', service: 'code-scout-mcp' });
  const text = await (await fetch(`${url}/metrics`)).text();
  // Two repositories of one commit are not of one snapshot.
  for (const line of [
    /^code_scout_worker_jobs_total\{result="indexed"\} 2$/m,
    /^code_scout_worker_jobs_total\{result="failed"\} 1$/m,
    /^code_scout_worker_job_seconds_bucket\{le="1800"\} 2$/m,
    /^code_scout_worker_pushed_bytes_total [1-9]\d{3,}$/m,
    /^code_scout_worker_mirror_bytes [1-9]\d{3,}$/m,
    /^code_scout_worker_busy 0$/m,
    /^code_scout_catalogue_up 1$/m,
    /^code_scout_info\{version="[^"]+"\} 1$/m,
  ])
    expect(text).toMatch(line);
  expect(text).not.toMatch(/shop|gone|team/);
  // Administrators see it, too.
  expect(await catalogue.listWorkers()).toMatchObject([{ seenMsAgo: expect.any(Number) as number, job: null }]);
});

it('is closed to other machines without a token', async () => {
  const organisation = new Organisation(null);
  await organisation.open();
  const { events } = organisation.worker('--metrics-port', '0', '--metrics-host', '0.0.0.0');
  await until(() => events.length > 0);
  const { url, token } = events[0] as unknown as { url: string; token: string };
  const local = url.replace('0.0.0.0', '127.0.0.1');
  expect((await fetch(`${local}/metrics`)).status).toBe(401);
  expect((await fetch(`${local}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  expect((await fetch(`${local}/health`)).status).toBe(200);
});
