/** How Java is linked: its dialect. */
import { nearestOfParts } from '../../resolve/published-parts.ts';
import { dialect } from '../dialect.ts';
import { javaCallback, javaResult, javaType } from './builtins.ts';
import { javaResultType } from './library-types.ts';
import { kotlinFile } from './kotlin-files.ts';

export const java = dialect('java', {
  seenByImport: true,
  nominal: true,
  declaresAll: true,
  keepsInterfaceStatics: true,
  sharesPackages: true,
  libraryType: javaType,
  libraryResult: javaResult,
  libraryCallback: javaCallback,
  libraryResultType: javaResultType,
  fileNamed: kotlinFile,
  nearestOfParts,
});
