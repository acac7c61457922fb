/**
 * Languages without a grammar, which are read line by line: prose, data, and code whose definitions can be recognised on one
 * line.
 */
import type { Language } from '../language.ts';
import { build } from './build.ts';
import { data } from './data.ts';
import { functional } from './functional.ts';
import { hardware } from './hardware.ts';
import { prose } from './prose.ts';
import { schemas } from './schemas.ts';
import { scripting } from './scripting.ts';
import { shells } from './shells.ts';
import { systems } from './systems.ts';

// Of languages that share an extension, the first wins unless another one claims the file.
export const text: readonly Language[] = [
  ...prose,
  ...data,
  ...schemas,
  ...build,
  ...systems,
  ...hardware,
  ...scripting,
  ...shells,
  ...functional,
];
