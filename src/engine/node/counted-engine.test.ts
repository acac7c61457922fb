import { expect, it } from 'vitest';
import type { Engine } from '../types.ts';
import { countedEngine, EngineUse } from './counted-engine.ts';

class Answers {
  readonly #text = 'found';
  readonly waiting = Promise.withResolvers<void>();
  async slow(): Promise<string> {
    await this.waiting.promise;
    return this.#text;
  }
}

class Fake {
  readonly #root = '/r';
  readonly graph = new Answers();
  get root(): string {
    return this.#root;
  }
  languages(): string[] {
    return [this.#root];
  }
  async status(): Promise<never> {
    return Promise.reject(new Error('no'));
  }
}

it('is in use from the beginning of a question to its end, in all parts', async () => {
  const [own, other] = [new EngineUse(), new EngineUse()];
  const fake = new Fake();
  const engine = countedEngine(fake as unknown as Engine, [own, other]) as unknown as Fake;
  expect([engine.root, engine.languages(), engine.graph === engine.graph]).toEqual(['/r', ['/r'], true]);
  const asked = engine.graph.slow();
  // Time passes, and it is still in use.
  await new Promise((done) => setTimeout(done, 5));
  expect([own.idleMs, other.idleMs]).toEqual([0, 0]);
  fake.graph.waiting.resolve();
  expect(await asked).toBe('found');
  await new Promise((done) => setTimeout(done, 5));
  expect(Math.min(own.idleMs, other.idleMs)).toBeGreaterThan(0);
  await expect(engine.status()).rejects.toThrow('no');
  await new Promise((done) => setTimeout(done, 5));
  expect(own.idleMs).toBeGreaterThan(0);
});
