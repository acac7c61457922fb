/**
 * `npm run new -- tool|language|dialect NAME`: writes the first files of a tool, language or dialect, its lines in lists that are not generated, and the
 * registries. Then lists the places that are left. A dialect says how a language is linked; it comes after the language and its file summary.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { languages } from '../src/languages/registry.ts';
import { at, start } from './lib/repository.ts';
import { isName, kinds, namePattern, scaffold, withLine } from './lib/scaffold.ts';

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Where a language that is read by its words has to be removed: its list, its sample and its golden file. */
function textPlaces(id: string, extensions: readonly string[], filenames: readonly string[]): string[] {
  const folder = 'src/languages/text';
  const lists = readdirSync(at(folder)).filter(
    (file) => file.endsWith('.ts') && readFileSync(at(folder, file), 'utf8').includes(`textLanguage('${id}'`),
  );
  const samples = readdirSync(at(folder, 'sample')).filter(
    (file) => filenames.includes(file) || extensions.some((extension) => file.endsWith(extension)),
  );
  return [
    ...lists.map((file) => `${folder}/${file}: remove textLanguage('${id}', …)`),
    ...samples.flatMap((file) => [`${folder}/sample/${file}: delete`, `${folder}/golden/${file}.json: delete`]),
    'then run npm run gen, and this command again',
  ];
}

const [wanted, given = ''] = process.argv.slice(2);
const kind = kinds.find((one) => one === wanted) ?? refuse(`Usage: npm run new -- ${kinds.join('|')} NAME`);
if (!isName(kind, given)) refuse(`The name of a ${kind} must match ${namePattern[kind]}`);
const { files, added, next } = scaffold(kind, given);
const known = kind === 'language' ? languages.find(({ id }) => id === given) : undefined;
if (known !== undefined) {
  const { name, parser, extensions, filenames = [] } = known;
  if (parser !== 'text') refuse(`${name} is known already: src/languages/${given}/`);
  const places = textPlaces(given, extensions, filenames).map((line) => `  ${line}`);
  refuse([`${name} is read by its words so far. An id belongs to one folder, so first:`, ...places].join('\n'));
}
if (kind === 'dialect' && !existsSync(at('src', 'languages', given, `${given}.ts`)))
  refuse(`There is no src/languages/${given}/${given}.ts: npm run new -- language ${given}`);
const taken = Object.keys(files).filter((path) => existsSync(at(path)));
if (taken.length > 0) refuse(`Already there: ${taken.join(', ')}`);
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
  console.log(`written: ${path}`);
}
for (const line of added) {
  writeFileSync(at(line.path), withLine(readFileSync(at(line.path), 'utf8'), line));
  console.log(`added a line: ${line.path}`);
}
await start('oxfmt', [...Object.keys(files), ...added.map(({ path }) => path)]);
const { code } = await start('node', [at('scripts', 'gen.ts')], { echo: true });
process.exitCode = code;
if (code === 0) {
  console.log('\nLeft to do, checked by npm run check -- places:');
  const name = kind === 'tool' ? given.replaceAll('-', '_') : given;
  const { stdout } = await start('node', [at('scripts', 'check-places.ts'), name]);
  console.log(stdout.trimEnd() || 'nothing');
  console.log(`\nLeft to do, not checked:\n${next.join('\n')}`);
}
