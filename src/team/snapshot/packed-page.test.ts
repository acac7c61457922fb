/** Pages as they are stored, whatever bytes a store gives. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { ManifestError, pageBytes } from './manifest.ts';
import { packPage, pageHash, unpackPage } from './packed-page.ts';

it('a page that is packed never becomes more than a page', () => {
  const page = randomBytes(pageBytes);
  expect(unpackPage(packPage(page), pageHash(page)).length).toBe(pageBytes);
  const bomb = packPage(Buffer.alloc(100_000_000));
  expect(bomb.length).toBeLessThan(20_000);
  expect(() => unpackPage(bomb, pageHash(page))).toThrow(ManifestError);
  expect(() => unpackPage(packPage(Buffer.alloc(10)), pageHash(Buffer.alloc(10)))).toThrow(ManifestError);
});
