/** A small project whose files use each other, and random edits of it. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pick, type Random } from './random.ts';

const words = [
  'user',
  'order',
  'parse',
  'render',
  'cache',
  'token',
  'walk',
  'index',
  'queue',
  'session',
  'route',
  'limit',
];
const languages = ['ts', 'ts', 'ts', 'py', 'go', 'rs', 'md', 'json'];
const folders = ['src', 'src/core', 'lib', 'test', 'docs'];

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** `others`: numbers of the files that this one may use. */
function moduleText(number: number, language: string, random: Random): string {
  const names = Array.from({ length: 6 }, () => `${pick(words, random)}${capital(pick(words, random))}${random(50)}`);
  const other = random(Math.max(1, number));
  const salt = random(1_000_000);
  switch (language) {
    case 'ts':
      return [
        `import { make${other} } from '../src/file${other}.ts';`,
        `/** Makes the ${names[0]} of ${salt}. */`,
        `export function make${number}(limit: number): number {\n  return make${other}(limit) + ${salt};\n}`,
        ...names.map(
          (name, at) => `export class ${capital(name)} {\n  ${name}(a: string) { return make${number}(${at}); }\n}`,
        ),
      ].join('\n\n');
    case 'py':
      return names
        .map(
          (name) =>
            `from .file${other} import thing\n\n\ndef ${name}(x):\n    """Does ${salt} with ${name}."""\n    return thing(x)\n`,
        )
        .join('\n');
    case 'go':
      return `package core\n\n${names.map((name) => `// ${name} has ${salt}.\nfunc ${capital(name)}(a int) error { return ${names[0]}(a) }\n`).join('\n')}`;
    case 'rs':
      return names.map((name) => `/// ${salt}\npub fn ${name}() -> u8 { ${names[0]}() }\n`).join('\n');
    case 'md':
      return names.map((name) => `# ${name}\n\nHow ${name} meets ${salt}.\n`).join('\n');
    default:
      return `{ ${names.map((name, at) => `"${name}${at}": ${salt}`).join(', ')} }\n`;
  }
}

function put(root: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

export function makeProject(root: string, files: number, random: Random): void {
  put(root, 'package.json', '{ "name": "faults" }\n');
  for (let number = 0; number < files; number++) writeModule(root, number, random);
}

function writeModule(root: string, number: number, random: Random): void {
  const language = languages[number % languages.length]!;
  const folder = language === 'ts' ? 'src' : folders[number % folders.length]!;
  put(root, `${folder}/file${number}.${language}`, moduleText(number, language, random));
}

function filesOf(root: string): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();
}

/**
 * Makes `edits` random changes: files are written, appended to, emptied, removed, moved and replaced. Their number
 * stays about the same.
 */
export function editProject(root: string, edits: number, random: Random): void {
  for (let done = 0; done < edits; done++) {
    const files = filesOf(root);
    const target = files.length === 0 ? null : pick(files, random);
    const kind = random(12);
    if (kind < 5 || target === null) writeModule(root, random(files.length + 4), random);
    else if (kind < 8) writeFileSync(join(root, target), `\n// ${pick(words, random)} ${random(999)}\n`, { flag: 'a' });
    else if (kind === 8) rmSync(join(root, target));
    else if (kind === 9) put(root, target, random(2) === 0 ? '' : Buffer.from([0, 1, 2, 3]));
    else if (kind === 10) renameSync(join(root, target), join(root, dirname(target), `moved${random(30)}.ts`));
    else put(root, `lib/new${random(40)}.ts`, moduleText(random(40), 'ts', random));
  }
}
