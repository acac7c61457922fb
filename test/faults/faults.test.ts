/** The short form of `npm run bench -- faults`: each fault other than a kill, once, with real processes. */
import { afterAll, describe, expect, it } from 'vitest';
import { endPrograms } from './program.ts';
import { scenarios } from './scenarios.ts';
import { isPossible, play } from './stage.ts';

const possible = scenarios.filter((scenario) => scenario.isShort === true && isPossible(scenario));

afterAll(endPrograms);

describe('a fault is named, survived, and has no effect on the next run:', () => {
  it.each(possible.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, scenario) => {
    await expect(play(scenario)).resolves.toBeUndefined();
  });
});
