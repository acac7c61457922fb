/** `npm run new -- tool NAME` or `npm run new -- language NAME`: the first files of either, then the registries. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { languages } from '../src/languages/registry.ts';
import { at, start } from './lib/repository.ts';
import { kinds, scaffold } from './lib/scaffold.ts';

const [wanted, name = ''] = process.argv.slice(2);
const kind = kinds.find((one) => one === wanted);
if (kind === undefined) {
  console.error(`Usage: npm run new -- ${kinds.join('|')} NAME`);
  process.exit(2);
}
const { files, next } = scaffold(kind, name);
// A language that is read by its words is in a list of those: two of one name would leave the registry as it was.
const listed = kind === 'language' ? languages.find(({ id }) => id === name) : undefined;
if (listed !== undefined) {
  const how =
    listed.parser === 'text' ? 'Take it, its sample and its golden file out of src/languages/text first.' : '';
  console.error(`${listed.name} is known already. ${how}`.trimEnd());
  process.exit(2);
}
const taken = Object.keys(files).filter((path) => existsSync(at(path)));
if (taken.length > 0) {
  console.error(`Already there: ${taken.join(', ')}`);
  process.exit(2);
}
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
  console.log(`written: ${path}`);
}
await start('oxfmt', Object.keys(files));
const { code } = await start('node', [at('scripts', 'gen.ts')], { echo: true });
if (code === 0) console.log(next);
process.exitCode = code;
