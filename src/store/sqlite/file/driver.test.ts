/** The URIs by which files are opened that nobody changes, as on each system. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lazySqlite } from '../../../util/lazy-sqlite.ts';
import { Database, immutableUri } from './driver.ts';

it.each([
  ['linux', '/srv/a b#?.db', 'file:///srv/a%20b%23%3F.db?immutable=1'],
  ['win32', 'C:\\a b\\index.db', 'file:///C:/a%20b/index.db?immutable=1'],
  ['win32', '\\\\server\\share\\index.db', 'file:////server/share/index.db?immutable=1'],
])('on %s, %s', (platform, path, uri) => {
  expect(immutableUri(path, platform).href).toBe(uri);
});

it.skipIf(process.platform === 'win32')(
  'has the form that SQLite reads as two slashes at the beginning of a path',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'code-scout-driver-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'index.db');
    const made = new Database(path);
    made.exec('CREATE TABLE here (id)');
    made.close();
    const { DatabaseSync } = lazySqlite();
    // Elsewhere than on Windows, two slashes lead to the same place as one.
    const uri = immutableUri(`\\${path.replaceAll('/', '\\')}`, 'win32');
    const opened = new DatabaseSync(uri, { readOnly: true });
    onTestFinished(() => opened.close());
    expect(opened.prepare('SELECT count(*) AS count FROM here').get()).toEqual({ count: 0 });
  },
);
