/** The short form of `npm run bench -- faults`: faults other than kills, once each, on real processes. */
import { afterAll, describe, expect, it } from 'vitest';
import { endPrograms } from './program.ts';
import { scenarios } from './scenarios.ts';
import { canMount, play } from './stage.ts';

/** Where nothing can be mounted, what needs it is left to machines where it can. */
const possible = scenarios.filter(({ isShort, needs }) => isShort === true && (needs === 'nothing' || canMount()));

afterAll(endPrograms);

describe('a fault is named, survived, and forgotten by the next run:', () => {
  it.each(possible.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, scenario) => {
    await expect(play(scenario)).resolves.toBeUndefined();
  });
});
