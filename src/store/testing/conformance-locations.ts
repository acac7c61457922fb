/** What is asked of the location of an index before and while it is open. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nameOfLocation, type IndexLocation } from '../index-location.ts';
import {
  findWriteFault,
  identityOf,
  indexExists,
  isReplaced,
  lastWrittenMs,
  openStore,
  readWriter,
} from '../registry.ts';
import { subject } from './conformance-subject.ts';

export type Locate = (directory: string) => IndexLocation;

export function describeLocations(locate: Locate, persistent: boolean): void {
  it('names the location of an open index as it was opened', () => {
    expect(subject.store.location).toEqual(locate(subject.directory));
    expect(nameOfLocation(subject.store.location)).toBe(nameOfLocation(locate(subject.directory)));
  });

  it('is asked of a location without making an index there', async () => {
    const location = locate(await mkdtemp(join(subject.directory, 'other-')));
    expect(indexExists(location)).toBe(false);
    expect([identityOf(location), lastWrittenMs(location), readWriter(location), findWriteFault(location)]).toEqual([
      ...[null, null, null, null],
    ]);
    expect(indexExists(location)).toBe(false);
  });

  if (!persistent) return;

  it('finds the same index in another process, which gets the location in a message', async () => {
    await subject.store.setMeta('root', '/of this index');
    const other = await openStore(structuredClone(locate(subject.directory)), { readOnly: true });
    expect(await other.getMeta('root')).toBe('/of this index');
    await other.close();
  });

  it('knows an index from one that takes its place', async () => {
    const location = locate(subject.directory);
    const opened = identityOf(location)!;
    expect([indexExists(location), isReplaced(location, opened)]).toEqual([true, false]);
    await subject.store.setMeta('root', '/written');
    await subject.store.optimise();
    expect(isReplaced(location, opened)).toBe(false);
    await subject.store.close();
    subject.store = await openStore(location, { setAside: true });
    expect(isReplaced(location, opened)).toBe(true);
    expect(isReplaced(location, identityOf(location)!)).toBe(false);
    expect(lastWrittenMs(location)).toBeGreaterThan(0);
  });
}
