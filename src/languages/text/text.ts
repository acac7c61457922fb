/** Languages that are read by their lines, since no grammar is at hand: prose, data, and code whose definitions one line shows. */
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

// Of languages that share an ending, the first is meant where no other claims the file.
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
