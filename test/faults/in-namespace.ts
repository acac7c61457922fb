/** `node in-namespace.ts NAME FOLDER [ENTRY]`: one scenario, in a process with a mount namespace of its own. */
import { makeScene } from './scene.ts';
import { scenarios } from './scenarios.ts';

const [name = '', folder = '', entry] = process.argv.slice(2);
// On SIGTERM this process ends the processes that it started first.
process.once('SIGTERM', () => process.exit(1));
const scenario = scenarios.find((one) => one.name === name);
if (scenario === undefined) throw new Error(`there is no scenario called ${name}`);
await scenario.act(makeScene(folder, entry));
