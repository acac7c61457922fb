/** Go: declarations that a package has once for each platform. */
import { describe, expect, it, test } from 'vitest';
import { areNeverTogether, platformRank } from '../../src/graph/languages/go/platforms.ts';
import { go } from '../../src/languages/go/go.ts';
import { compareMarks, readMarks, variantLabels } from './marks.ts';
import { openPrograms } from './marked-sources.ts';
import { indexed } from './real-index.ts';

const programOf = await openPrograms([go]);

const { texts, marks } = readMarks({
  'go.mod': 'module example.org/m\n',
  'db/db.go': `package db
type ‹@DB›DB struct { h ‹handle›handle }
func Open(d *‹DB›DB) { ‹mmap›mmap(d); d.‹lock›lock(); d.h.‹close›close(); ‹sync›sync() }
func init() {}
func (DB) String() string { return "" }`,
  'db/db_aix.go': `package db
type ‹@aixHandle›handle struct{}
func (h handle) ‹@aixClose›close() {}
func ‹@aixMmap›mmap(d *DB) { ‹aixFlush›flush() }
func ‹@aixFlush›flush() {}
func (d *DB) ‹@aixLock›lock() {}
func init() {}`,
  'db/db_linux.go': `package db
type ‹@handle›handle struct{}
func (h handle) ‹@close›close() {}
func ‹@mmap›mmap(d *DB) { ‹flush›flush() }
func ‹@flush›flush() {}
func (d *DB) ‹@lock›lock() {}
func init() {}`,
  'db/sync.go': '//go:build !windows\n\npackage db\nfunc ‹@sync›sync() { init() }\n',
  'db/sync_windows.go': 'package db\nfunc ‹@winSync›sync() {}\n',
  'db/start_aix.go': 'package db\nfunc start(d *DB) { ‹aixMmap›mmap(d); ‹sync›sync() }\n',
  'db/db_test.go': 'package db\nfunc start2(d *DB) { ‹mmap›mmap(d) }\n',
  // Other packages of the same folder.
  'db/out_test.go': 'package db_test\nfunc mmap() {}\n',
  'db/gen.go': '//go:build ignore\n\npackage main\nfunc mmap() {}\n',
  'cmd/main.go': 'package main\nimport "example.org/m/db"\nfunc main() { db.‹Start›Start() }\n',
  'db/run_other.go': '//go:build !linux\n\npackage db\nfunc ‹@otherStart›Start() {}\n',
  'db/run_unix.go': 'package db\nfunc ‹@Start›Start() {}\n',
});
const program = programOf(texts);

test('a name means the declaration for the same platform, or for the platform that most builds are for', () => {
  const { actual, expected } = compareMarks(program, marks);
  expect(actual).toEqual(expected);
});

test('the other declarations are variants of it', () => {
  expect(variantLabels(program, marks)).toEqual([
    'aixClose > close',
    'aixFlush > flush',
    'aixHandle > handle',
    'aixLock > lock',
    'aixMmap > mmap',
    'otherStart > Start',
    'winSync > sync',
  ]);
});

describe('file names', () => {
  it('show which declaration most builds use', () => {
    const files = ['a_stub.go', 'a_windows.go', 'a_aix.go', 'a_linux.go', 'a.go', 'a_darwin_arm64.go', 'a_notlinux.go'];
    expect(files.toSorted((a, b) => platformRank(a) - platformRank(b))).toEqual([
      ...['a_linux.go', 'a.go', 'a_notlinux.go', 'a_darwin_arm64.go', 'a_windows.go', 'a_aix.go', 'a_stub.go'],
    ]);
  });

  it('show which files are never built together', () => {
    expect(areNeverTogether({ caller: 'x/a_linux.go', called: 'x/b_windows_test.go', named: 'x/c.go' })).toBe(true);
    expect(areNeverTogether({ caller: 'x/a_linux_amd64.go', called: 'x/b_linux.go', named: 'x/c.go' })).toBe(false);
    expect(areNeverTogether({ caller: 'x/a_linux.go', called: 'x/b.go', named: 'x/c.go' })).toBe(false);
    expect(areNeverTogether({ caller: 'x/linux.go', called: 'x/b_windows.go', named: 'x/c.go' })).toBe(false);
  });
});

describe('answers about declarations for several platforms', async () => {
  const { engine } = await indexed(Object.fromEntries(texts));
  const callersOf = async (symbol: string): Promise<string[]> => {
    const { reached } = await engine.graph.callers({ symbol, maxDepth: 1 });
    return reached.map(({ node }) => node.id).toSorted();
  };

  it.each([
    ['db/db_linux.go#mmap', ['db/db.go#Open', 'db/db_test.go#start2']],
    ['db/db_aix.go#mmap', ['db/db.go#Open', 'db/db_test.go#start2', 'db/start_aix.go#start']],
    ['db/db_aix.go#DB.lock', ['db/db.go#Open']],
    ['db/db_aix.go#handle.close', ['db/db.go#Open']],
    // But not by the function for the other platform, which calls the variant of its own.
    ['db/db_linux.go#flush', ['db/db_linux.go#mmap']],
    ['db/db_aix.go#flush', ['db/db_aix.go#mmap']],
    ['db/sync_windows.go#sync', ['db/db.go#Open']],
    ['db/run_other.go#Start', ['cmd/main.go#main']],
  ])('%s is called by all code that may be built with it', async (symbol, expected) => {
    expect(await callersOf(symbol)).toEqual(expected);
  });
});
