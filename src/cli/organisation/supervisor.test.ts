/** Parts that end: which are started again, and which end all. The parts are small programs of Node. */
import { describe, expect, it } from 'vitest';
import { until } from '../../util/testing/until.ts';
import { runCommand } from './own-program.ts';
import { Supervisor, type Part } from './supervisor.ts';

interface Line {
  text: string;
  data: Readonly<Record<string, unknown>> | undefined;
}

/** A supervisor that keeps what it says, and a part that runs a program. */
function watched(source: string): { supervisor: Supervisor; said: Line[]; part: Part; count: (event: string) => number } {
  const said: Line[] = [];
  const supervisor = new Supervisor((_, text, data) => void said.push({ text, data }), { firstMs: 1, mostMs: 4 });
  const program = { path: process.execPath, args: ['-e', source, '--'] };
  const own = { program, folder: process.cwd(), environment: {} };
  const part = { name: 'part', own, args: () => [], hear: (line: object) => JSON.stringify(line) };
  return { supervisor, said, part, count: (event) => said.filter(({ data }) => data?.['event'] === event).length };
} // prettier-ignore

describe('a part', () => {
  it('is started again each time it has ended', async () => {
    const { supervisor, said, part, count } = watched('console.error("no catalogue"); process.exit(3)');
    supervisor.start(part);
    await until(() => count('started') >= 4);
    await supervisor.end(10_000);
    const pauses = said.flatMap(({ data }) => (data?.['event'] === 'ended' ? [Number(data['pauseMs'] ?? 0)] : []));
    // Each begins anew by a fourth at most: 1, 2, 4 ms.
    expect(pauses.slice(0, 3).every((ms, at) => ms >= 2 ** at && ms <= 2 ** at * 1.25 + 0.5)).toBe(true);
    expect(said.map(({ text }) => text)).toContain('no catalogue');
  });

  it('that is refused at its first start ends all, with its own error', async () => {
    const error = { error: { type: 'ConfigurationError', message: 'The key is wrong', hint: 'Make another.' } };
    const source = `console.log(JSON.stringify(${JSON.stringify(error)}, null, 2)); process.exit(2)`;
    const { supervisor, part, count } = watched(source);
    supervisor.start(part);
    await expect(supervisor.refused).rejects.toMatchObject({ message: 'The key is wrong', hint: 'Make another.' });
    await supervisor.end(10_000);
    expect(count('started')).toBe(1);
  });

  it('is asked to end, and killed where it does not', async () => {
    const deaf = 'process.on("SIGTERM", () => console.log(JSON.stringify({ no: 1 }))); setInterval(() => {}, 1e6); console.log(JSON.stringify({ ready: 1 }))'; // prettier-ignore
    const { supervisor, said, part } = watched(deaf);
    supervisor.start(part);
    await until(() => said.some(({ text }) => text === '{"ready":1}'));
    const ending = supervisor.end(600_000);
    await until(() => process.platform === 'win32' || said.some(({ text }) => text === '{"no":1}'));
    await supervisor.end(0);
    await ending;
    expect(said.at(-1)?.text).toBe('has ended');
  });
});

it('a command ends also where the signal came while it was started', async () => {
  const { part } = watched('setInterval(() => {}, 1000)');
  const abort = new AbortController();
  const ended = runCommand(part.own, [], abort.signal);
  abort.abort();
  await expect(ended).rejects.toThrow('aborted');
});
