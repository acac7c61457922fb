/**
 * Deletes half a gigabyte from node_modules that nothing here reads. `prepare` runs it after the build. `npm ci` installs all of it again, so it
 * can run at any time and twice.
 */
import { prunePackages } from './lib/prune.ts';
import { at } from './lib/repository.ts';

if (prunePackages(at('node_modules')))
  console.log('deleted unused parts of packages from node_modules (docs/contributing/weight.md)');
