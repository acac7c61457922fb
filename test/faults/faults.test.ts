/** The short form of `npm run bench -- faults`: each fault other than a kill, once, with real processes. */
import { afterAll, describe, expect, it } from 'vitest';
import { endPrograms } from './program.ts';
import { scenarios } from './scenarios.ts';
import { canMount, play } from './stage.ts';

/** Scenarios that need mounts run only on machines that permit them. */
const possible = scenarios.filter(({ isShort, needs }) => isShort === true && (needs === 'nothing' || canMount()));

afterAll(endPrograms);

describe('a fault is named, survived, and has no effect on the next run:', () => {
  it.each(possible.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, scenario) => {
    await expect(play(scenario)).resolves.toBeUndefined();
  });
});
