/** How Java is linked: its dialect. */
import { nearestOfParts } from '../../resolve/published-parts.ts';
import { dialect } from '../dialect.ts';
import { jvmBases } from '../jvm-types.ts';
import { javaCallback, javaResult, javaType } from './builtins.ts';
import { javaFieldType, javaResultType } from './library-types.ts';
import { kotlinFile } from './kotlin-files.ts';

export const java = dialect('java', {
  seenByImport: true,
  nominal: true,
  declaresAll: true,
  keepsInterfaceStatics: true,
  sharesPackages: true,
  libraryType: javaType,
  libraryResult: javaResult,
  libraryBases: jvmBases,
  libraryCallback: javaCallback,
  libraryResultType: javaResultType,
  libraryFieldType: javaFieldType,
  fileNamed: kotlinFile,
  nearestOfParts,
});
