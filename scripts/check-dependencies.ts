/**
 * Checks the packages that we use: each has a purpose and an allowed licence, and none that is installed with ours runs a
 * script then (scripts/lib/dependencies.ts).
 */
import { readFileSync } from 'node:fs';
import { readLock } from './lib/bill-of-materials.ts';
import { forbiddenPackages, unexplainedPackages } from './lib/dependencies.ts';
import { at } from './lib/repository.ts';

const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8')) as object;
const lock = readLock();
const problems = [...unexplainedPackages(manifest), ...forbiddenPackages(lock)];
console.log(problems.length === 0 ? `${Object.keys(lock).length} packages` : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
