/**
 * The files of a generated project as text, with the line of everything in them.
 * Invariant: the same file gives the same text.
 */
import { posix } from 'node:path';

export type Language = 'ts' | 'js' | 'py' | 'go' | 'md';

export interface Call {
  name: string;
  /** The file from which the caller imports it. */
  from: string;
}

export interface ProjectDefinition {
  name: string;
  /** A unique word in its comment. */
  mark: string;
  calls: Call[];
}

export interface ProjectFile {
  path: string;
  language: Language;
  /** The number of comment lines before everything else. */
  header: number;
  definitions: ProjectDefinition[];
}

export interface Rendered {
  text: string;
  /** By name; lines count from 1. */
  places: Map<string, DefinitionPlace>;
}

export interface DefinitionPlace {
  path: string;
  line: number;
  endLine: number;
  markLine: number;
  /** The lines of its calls, in the order of `calls`. */
  callLines: number[];
}

function importPath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** A file imports a name once, from the file that its calls name. */
function imports({ path, language, definitions }: ProjectFile): string[] {
  const own = new Set(definitions.map(({ name }) => name));
  const wanted = new Map<string, string>();
  for (const { calls } of definitions) for (const { name, from } of calls) if (!own.has(name)) wanted.set(name, from);
  return [...wanted].map(([name, from]) =>
    language === 'py'
      ? `from ${from.replace(/\.py$/, '').replaceAll('/', '.')} import ${name}`
      : `import { ${name} } from '${importPath(path, from)}';`,
  );
}

export function render(file: ProjectFile): Rendered {
  const { path, language, header, definitions } = file;
  const comment = language === 'py' ? '#' : language === 'md' ? '' : '//';
  const lines = Array.from({ length: header }, (_, at) => `${comment} Line ${at} before all others.`);
  if (language === 'go') lines.push(`package ${posix.basename(posix.dirname(path))}`);
  else if (language !== 'md') lines.push(...imports(file));
  const places = new Map<string, DefinitionPlace>();
  for (const { name, mark, calls } of definitions) {
    lines.push('');
    const [doc, open, call, close] = pieces(language, name, mark);
    const markAt = lines.length + 1;
    if (language !== 'py') lines.push(...doc!);
    lines.push(...open!);
    const line = lines.length;
    if (language === 'py') lines.push(...doc!);
    const markLine = language === 'py' ? lines.length : markAt;
    const callLines: number[] = [];
    for (const { name: called } of calls) {
      lines.push(call![0]!.replace('NAME', called));
      callLines.push(lines.length);
    }
    lines.push(...close!);
    places.set(name, { path, line, endLine: lines.length, markLine, callLines });
  }
  return { text: `${lines.join('\n')}\n`, places };
}

/** Comment, first line, a call, last lines. */
function pieces(language: Language, name: string, mark: string): string[][] {
  switch (language) {
    case 'ts':
      return [
        [`/** Does ${mark}. */`],
        [`export function ${name}(value: number): number {`],
        ['  NAME(value);'],
        ['  return value;', '}'],
      ];
    case 'js':
      return [
        [`/** Does ${mark}. */`],
        [`export function ${name}(value) {`],
        ['  NAME(value);'],
        ['  return value;', '}'],
      ];
    case 'py':
      return [[`    """Does ${mark}."""`], [`def ${name}(value):`], ['    NAME(value)'], ['    return value']];
    case 'go':
      return [[`// Does ${mark}.`], [`func ${name}(value int) int {`], ['\tNAME(value)'], ['\treturn value', '}']];
    case 'md':
      return [[`Does ${mark}.`, ''], [`# ${name}`], [], ['', 'A section.']];
  }
}
