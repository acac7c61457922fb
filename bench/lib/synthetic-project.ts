/**
 * Projects of any size for benches, and questions about them. TypeScript files of about ten chunks each come from a
 * seeded generator; words in names and comments have a Zipf distribution, as in real code.
 * Invariant: file n is the same in every project, so a larger project contains the smaller ones.
 */
import { emptyExtraction, type Extraction } from '../../src/model/extraction.ts';

const verbs = (
  'get set load save parse render update create delete find build check read write open close send receive handle resolve merge split ' +
  'validate format encode decode start stop retry cancel flush sync apply reset register notify'
).split(' ');
const nouns = (
  'user request response session token cache buffer route handler config file path node tree list queue task job event message stream ' +
  'socket client server schema model record field column table index query cursor page frame layer widget button form input state store ' +
  'action plugin module package version branch commit lock timer metric logger error limit window context scope symbol type value key'
).split(' ');
const consonants = 'bcdfghjklmnprstvwz';
const vowels = 'aeiou';
/** Additional words made of syllables, like the names that only one project has. */
const ownWords = 40_000;
const definitionsAFile = 10;

export function generator(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

function ownWord(index: number): string {
  let word = '';
  for (let rest = index + 90; rest > 0; rest = Math.floor(rest / 90))
    word += consonants[rest % 18]! + vowels[Math.floor(rest / 18) % 5]!;
  return word.length < 4 ? `${word}n` : word;
}

/** The nth word occurs about once in n; every second word is one of the first two hundred. */
function noun(random: (below: number) => number): string {
  const rank = Math.floor((nouns.length + ownWords) ** (random(1 << 20) / (1 << 20)));
  return rank < nouns.length ? nouns[rank]! : ownWord(rank - nouns.length);
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

export interface SyntheticFile {
  path: string;
  text: string;
  /** What the TypeScript extractor gives, without references and file summaries. */
  extraction: Extraction;
}

export function syntheticFile(number: number): SyntheticFile {
  const random = generator(number);
  const folder = `packages/${noun(generator(number >> 10))}-${number >> 10}/src/${noun(generator(number >> 5))}-${(number >> 5) % 32}`;
  const lines: string[] = [];
  const extraction = emptyExtraction();
  for (let at = 0; at < definitionsAFile; at++) {
    const name = random(verbs.length) % 2 === 0 ? noun(random) : capital(noun(random));
    addFunction(`${verbs[random(verbs.length)]!}${capital(name)}${capital(noun(random))}`, {
      random,
      lines,
      extraction,
    });
  }
  return { path: `${folder}/${noun(random)}-${noun(random)}-${number}.ts`, text: `${lines.join('\n')}\n`, extraction };
}

interface Draft {
  random: (below: number) => number;
  lines: string[];
  extraction: Extraction;
}

function addFunction(name: string, { random, lines, extraction }: Draft): void {
  const word = (): string => noun(random);
  const doc = `${capital(verbs[random(verbs.length)]!)}s the ${word()} of a ${word()} when its ${word()} has no ${word()}.`;
  lines.push(`/** ${doc} */`);
  extraction.comments.push({ text: doc, line: lines.length, endLine: lines.length });
  const startLine = lines.length + 1;
  const parameter = word();
  const signature = `(${parameter}: ${capital(word())}, limit = ${random(100)}): ${capital(word())}`;
  lines.push(`export function ${name}${signature} {`);
  for (let left = 8 + random(8); left > 0; left--) {
    const local = `${word()}${capital(word())}`;
    lines.push(
      `  const ${local} = ${verbs[random(verbs.length)]!}${capital(word())}(${parameter}, '${word()}', ${random(1000)});`,
    );
    if (left % 4 === 0) lines.push(`  if (${local}.${word()} > limit) throw new Error('no ${word()} for ${word()}');`);
  }
  lines.push(`  return ${parameter}.${word()};`, '}', '');
  const endLine = lines.length - 1;
  const place = { line: startLine, column: 17, startLine, startColumn: 1, endLine, endColumn: 2 };
  const about = { kind: 'function' as const, container: null, exported: true, decorators: [] };
  extraction.definitions.push({ name, ...place, ...about, docstring: doc, signature });
}

/** Questions in words, names of definitions, and combinations of both. */
export function syntheticQuestions(count: number, files: number): string[] {
  const random = generator(files);
  const word = (): string => noun(random);
  return Array.from({ length: count }, (_, at) => {
    const { extraction } = syntheticFile(random(files));
    const name = extraction.definitions[random(extraction.definitions.length)]!.name;
    const verb = verbs[random(verbs.length)]!;
    const forms = [
      `how does the ${word()} ${verb} a ${word()}`,
      `${verb} ${word()} ${word()} ${word()}`,
      name,
      `where is the ${word()} ${word()} limit of ${name}`,
      `${word()} ${word()}`,
    ];
    return forms[at % forms.length]!;
  });
}
