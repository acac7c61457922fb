/** Workers of one name. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { nameOfWorker } from '../../team/catalogue/states.ts';
import { workerKey } from './worker-key.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'code-scout-worker-key-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

it('have keys of their own, each the same one when it starts again', () => {
  const [one, two] = [folder(), folder()];
  const keys = [one, two, one].map((place) => workerKey('host-worker-1', place));
  expect(keys[2]).toBe(keys[0]);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys.map(nameOfWorker)).toEqual(Array.from({ length: 3 }, () => 'host-worker-1'));
});

it('have a key of a file that is damaged, too', () => {
  const place = folder();
  writeFileSync(join(place, 'worker-id'), 'x\0');
  expect(workerKey('w', place)).toMatch(/^w#[0-9a-f]{12}$/);
  expect(nameOfWorker('w#2')).toBe('w#2');
});

it('have none where their folder cannot be written, and say which one', () => {
  const place = join(folder(), 'gone');
  expect(() => workerKey('w', place)).toThrow(`The folder of the worker cannot be used: ${place}`);
});
