/**
 * `npm run show -- tree|summary|definitions FILE`: the syntax tree of a file with fields and places, its file summary, or its definitions and
 * imports. For whoever writes a language or mends the linker.
 */
import { readFileSync } from 'node:fs';
import { InvalidQuery } from '../src/extract/tree-sitter/tree-sitter.ts';
import { NothingToShow, shownFile, views } from './lib/shown-file.ts';

const [wanted, file] = process.argv.slice(2);
const view = views.find((one) => one === wanted);
if (view === undefined || file === undefined) {
  console.error(`Usage: npm run show -- ${views.join('|')} FILE`);
  process.exit(2);
}
try {
  console.log(await shownFile(view, file, readFileSync(file, 'utf8')));
} catch (error) {
  if (!(error instanceof NothingToShow || error instanceof InvalidQuery)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
