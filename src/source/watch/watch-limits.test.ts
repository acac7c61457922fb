import { spawnSync } from 'node:child_process';
import { appendFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noGit, useWalkFixture, write } from '../testing/walk-fixture.ts';
import { until } from '../../util/testing/until.ts';
import { inotifyWatches, startChild, useWatchers } from '../testing/watch-fixture.ts';
import { systemHandles, type OpenHandle } from './watch-handles.ts';

const fixture = useWalkFixture();
const { start } = useWatchers();

/** Opens this many handles, then fails as the system does. */
function failing(code: string, count: number): OpenHandle {
  let left = count;
  return (location, options, listener) => {
    if (left-- <= 0) throw Object.assign(new Error(code), { code });
    return watch(location, { ...options, persistent: false, encoding: 'buffer' }, listener);
  };
}

it.runIf(process.platform === 'linux')('a folder that is watched anew has one handle', () => {
  write(fixture.root, { 'a/x.ts': '' });
  const before = inotifyWatches();
  const handles = systemHandles({ root: fixture.root, listener: { mark: () => {}, lost: () => {} } });
  expect([handles.add('a/'), handles.add('a/'), handles.add('none/')]).toEqual([true, true, false]);
  handles.remove('a/');
  expect(inotifyWatches()).toBe(before);
  expect(handles.obstacle).toBeNull();
});

describe.each(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM'])('%s', (code) => {
  it('at the start leads to polling', async () => {
    write(fixture.root, { 'a/x.ts': '', 'b/y.ts': '' });
    const seen = await start(fixture.root, {
      gitEnvironment: noGit,
      handles: { open: failing(code, 2), isDeep: false },
    });
    expect(seen.watcher.state).toBe('polling');
    expect(seen.watcher.note).toContain(code);
    expect(seen.events).toMatchObject([{ kind: 'degraded', hint: expect.stringContaining('limit') as string }]);
    appendFileSync(join(fixture.root, 'b/y.ts'), 'x');
    await until(() => seen.paths.has('b/y.ts'));
  });

  it('later leads to polling and a rescan', async () => {
    write(fixture.root, { 'a/x.ts': '', 'b/y.ts': '' });
    const seen = await start(fixture.root, {
      gitEnvironment: noGit,
      handles: { open: failing(code, 4), isDeep: false },
    });
    expect(seen.watcher.state).toBe('native');
    write(fixture.root, { 'c/d/e/z.ts': '' });
    await until(() => seen.rescans.length > 0);
    expect(seen.watcher.state).toBe('polling');
    write(fixture.root, { 'c/d/e/z.ts': 'x', 'f/g.ts': '' });
    await until(() => seen.paths.has('c/d/e/z.ts') && seen.paths.has('f/g.ts'));
    expect(seen.events.filter(({ kind }) => kind === 'degraded')).toHaveLength(1);
  });
});

/** A user namespace has its own limit, which its creator may set. */
const limited = (setting: string, limit: number): string[] => [
  ...['unshare', '--user', '--map-root-user', 'sh', '-c'],
  ...[`echo ${limit} > /proc/sys/user/${setting} && exec "$@"`, 'sh'],
];
const canLimit = (() => {
  const [program, ...args] = limited('max_inotify_watches', 5);
  return spawnSync(program as string, [...args, 'true'], { stdio: 'ignore' }).status === 0;
})();

describe.runIf(canLimit)('a limit set by the kernel', () => {
  it.each([
    ['max_inotify_watches', 5, 'ENOSPC', 'sysctl fs.inotify.max_user_watches'],
    ['max_inotify_instances', 0, 'EMFILE', 'sysctl fs.inotify.max_user_instances'],
  ])('%s of %d leads to polling', async (setting, limit, code, hint) => {
    for (let index = 0; index < 10; index++) write(fixture.root, { [`d${index}/a.ts`]: '' });
    const { process: child, messages } = startChild({
      ...{ root: fixture.root, stays: true, command: limited(setting, limit), options: { gitEnvironment: noGit } },
    });
    try {
      await until(
        () => messages.some((one) => 'state' in one),
        () => messages,
      );
      expect(messages).toEqual([
        {
          kind: 'degraded',
          reason: expect.stringContaining(code) as string,
          hint: expect.stringContaining(hint) as string,
        },
        { state: 'polling', note: expect.stringContaining(hint) as string },
      ]);
      write(fixture.root, { 'd9/a.ts': 'x', 'new/b.ts': '' });
      const reported = (): string[] => messages.flatMap((one) => ('paths' in one ? one.paths : []));
      await until(
        () => reported().includes('d9/a.ts') && reported().includes('new/b.ts'),
        () => messages,
      );
    } finally {
      child.send('end');
    }
  });
});
