/**
 * `node bench/graph/handed-on/candidates.ts DIR LANGUAGE [COUNT]`: places that may name a function as a value, by a search in the text, for languages
 * without a compiler here that says it: csharp, kotlin, rust. They are chosen at random, the same in each run. Somebody has to read each: a line that
 * is right is kept, with the path and the line of the function that it means, in `read/LANGUAGE-TREE.tsv`, which `handed-on` reads.
 * Printed are path, line, name, then path and line of each function of the name, and the text.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { randomFrom } from '../../../src/source/testing/random.ts';

interface Patterns {
  ending: string;
  /** The name of a declared function. */
  declared: RegExp;
  /** A name where a value stands that is not called. */
  named: RegExp;
  /** What makes a name mean something else than a function in its file (a variable, a parameter), with `NAME` for the name; null for nothing. */
  hidden: string | null;
  /** What makes a name mean something else in the whole tree: a type, a property. */
  other: RegExp | null;
}

const languages: Readonly<Record<string, Patterns>> = {
  csharp: {
    ending: '.cs',
    declared:
      /^\s*(?:(?:public|private|protected|internal|static|async|override|virtual|sealed|partial|unsafe|new) )*(?!public|private|protected|internal|static|return|new|await|throw|else|case)[\w<>[\],.?]+ (\w+)(?:<[\w, ]+>)?\(/,
    named: /(?:[(,=?:]|=>|\breturn|\+=)\s*(?:[\w.]+\.)?([A-Z]\w*)\s*(?=[,);}:])/g,
    hidden: 'nameof\\(NAME\\)',
    other: /\b(?:class|struct|enum|interface|record|delegate \S+) (\w+)|[\w>\]?] (\w+)\s*(?:\{|=>|=|;|$)/,
  },
  kotlin: {
    ending: '.kt',
    declared: /\bfun (?:<[^>]+> )?(?:[\w<>?*.]+\.)?(\w+)\s*\(/,
    named: /::(\w+)(?!\w|\s*\.)/g,
    hidden: null,
    other: /\b(?:class|val|var|interface|object) (\w+)/,
  },
  rust: {
    ending: '.rs',
    declared: /\bfn (\w+)/,
    named: /(?:[(,=:{]|=>)\s*&?(?:[\w<>]+::)*([a-z]\w*)\s*(?=[,);}])/g,
    hidden:
      '(?<!::)\\b(?:(?:let|mut|ref|for|if|Some|Ok)\\b[ (]+NAME\\b|NAME:(?!:)|[|(,] ?&?NAME ?[|,][^;]*\\||NAME @|[(,{] ?NAME\\b[^;]*=>|\\(NAME, )',
    other: null,
  },
};

/** A text without comments, strings, attributes and imports, line by line. */
function codeOf(text: string): string[] {
  return text
    .replace(/\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|"(?:[^"\\\n]|\\[\s\S])*"/g, (all) => all.replace(/[^\n]/g, ' '))
    .replace(/^\s*(?:(?:pub(?:\(\w+\))? )?use\b[^;]*;|(?:import|using) [\w.*=; ]*$)/gm, (all) =>
      all.replace(/[^\n]/g, ' '),
    )
    .replace(/\/\/.*|#\[.*\]/g, '')
    .split('\n');
}

const [folder, language, count = '130'] = process.argv.slice(2);
const patterns = languages[language ?? ''];
if (folder === undefined || patterns === undefined)
  throw new Error(`name a folder and one of ${Object.keys(languages).join(', ')}`);
const root = resolve(folder);
const paths = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path.endsWith(patterns.ending));
const texts = new Map(paths.map((path) => [path, codeOf(readFileSync(join(root, path), 'utf8'))]));

const declared = new Map<string, string[]>();
const others = new Set<string>();
for (const [path, lines] of texts) {
  for (const [at, line] of lines.entries()) {
    const name = patterns.declared.exec(line)?.[1];
    if (name !== undefined) declared.set(name, [...(declared.get(name) ?? []), `${path}:${at + 1}`]);
    const other = patterns.other?.exec(line);
    if (name === undefined && other) others.add(other[1] ?? other[2]!);
  }
}

/** Whether something else than a function may have the name in a file. */
function isHidden(lines: readonly string[], name: string): boolean {
  if (others.has(name)) return true;
  if (patterns!.hidden === null) return false;
  const pattern = new RegExp(patterns!.hidden.replaceAll('NAME', name));
  return lines.some((line) => pattern.test(line));
}

const candidates = [...texts].flatMap(([path, lines]) =>
  lines.flatMap((line, at) =>
    [...line.matchAll(patterns.named)]
      .map(([, name]) => name!)
      .filter((name) => declared.has(name) && !isHidden(lines, name))
      .map((name) => ({ path, line: at + 1, name, text: line.trim() })),
  ),
);
const random = randomFrom(51);
console.log(`# ${candidates.length} candidates`);
for (let left = Number(count); left > 0 && candidates.length > 0; left--) {
  const [{ path, line, name, text }] = candidates.splice(random(candidates.length), 1) as [(typeof candidates)[number]];
  const own = declared.get(name)!;
  const inFile = own.filter((place) => place.startsWith(`${path}:`));
  const before = inFile.filter((place) => Number(place.slice(path.length + 1)) <= line).toReversed();
  const near = before.length > 0 ? before : inFile;
  const shown = (near.length > 0 ? near : own).slice(0, 3).join(' ');
  console.log([path, line, name, shown, text].join('\t'));
}
