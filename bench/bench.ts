/**
 * `npm run bench -- NAME [ARGUMENTS]`: runs one bench of the table. Without a name it lists them. The head of a bench's
 * file shows its command line.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { benches, listOf } from './table.ts';

const name = process.argv[2];
const bench = benches.find((one) => one.name === name);

if (bench !== undefined) {
  const file = join(import.meta.dirname, bench.file);
  // The arguments look as if Node had been started with the file.
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
} else {
  const isQuestion = name === undefined || name === '--help' || name === '--list';
  const head = isQuestion ? 'npm run bench -- NAME [ARGUMENTS]' : `there is no bench called ${name}`;
  console[isQuestion ? 'log' : 'error']([`${head}; there are`, '', ...listOf(benches)].join('\n'));
  process.exitCode = isQuestion ? 0 : 2;
}
