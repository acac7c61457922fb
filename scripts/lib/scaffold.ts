/**
 * What `npm run new` writes: new files, with a test that fails until they are filled in, and lines in files that exist.
 * `scripts/lib/places.ts` knows what has to be added by hand afterwards.
 */
import { existsSync } from 'node:fs';
import { grammars } from './grammars.ts';
import { randomQuestions, toolQuestions } from './places.ts';
import { at } from './repository.ts';

export const kinds = ['tool', 'language', 'dialect'] as const;
export type Kind = (typeof kinds)[number];

export function camelCase(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function title(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A folder is named with hyphens, its tool with underscores. */
function toolFolder(name: string): string {
  return `src/tools/${name.replaceAll('_', '-')}`;
}

function toolFiles(name: string): Record<string, string> {
  const folder = toolFolder(name);
  return {
    [`${folder}/tool.ts`]: `/** \`${name}\`: say what it answers. Invariant: say what always holds. */
import { z } from 'zod';
import { errorOutput } from '../error-result.ts';
import { defineTool, type Tool } from '../tool.ts';
import { format } from './format.ts';

const input = () =>
  z.strictObject({
    path: z.string().max(4096).optional().describe('A folder of the project to ask about (default: the project that is served)'),
  });

const output = () => z.object({ answer: z.string().optional(), error: errorOutput() });

export const tool: Tool = defineTool({
  name: '${name}',
  title: '${title(name)}',
  description: 'Say in 100 to 2,000 characters what it is for, when to call it, what it answers, and where another tool is the better choice.',
  toolset: 'files',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  projectPath: (args) => args.path ?? null,
  run: async (engine) => format(await engine.status()),
});
`,
    [`${folder}/format.ts`]: `/** The answer of \`${name}\`, as text and as data with the same facts. */
import type { ProjectStatus } from '../../engine/types.ts';
import type { ToolAnswer } from '../tool.ts';

export function format(status: ProjectStatus): ToolAnswer {
  return { texts: [status.projectPath], structured: { answer: status.projectPath } };
}
`,
    [`${folder}/tool.test.ts`]: `import { describe, expect, it } from 'vitest';
import { callTool } from '../call-tool.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { tool } from './tool.ts';

describe('${name}', () => {
  it('answers', async () => {
    const context = { signal: new AbortController().signal, progress: null };
    const answer = await callTool(tool, {}, async () => fixedEngine(), context);
    expect(answer.texts).toEqual(['what it should say']);
  });
});
`,
  };
}

function languageFiles(name: string): Record<string, string> {
  return {
    [`src/languages/${name}/${name}.ts`]: `/** ${title(name)}. */
import type { Language } from '../language.ts';

const query = \`
(comment) @comment
\`;

export const ${name}: Language = {
  id: '${name}',
  name: '${title(name)}',
  extensions: ['.${name}'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: { wasm: 'tree-sitter-${name}.wasm', query },
  keywords: [],
};
`,
  };
}

/** How a language with a file summary is linked, and its tests. */
function dialectFiles(name: string): Record<string, string> {
  return {
    [`src/graph/languages/${name}/dialect.ts`]: `/** How ${title(name)} is linked: its members of the contract. */
import { dialect } from '../dialect.ts';

export const ${name} = dialect('${name}', {});
`,
    [`test/graph/${name}.test.ts`]: `/** Links of ${title(name)}. The marks are described in marks.ts. */
import { describe, expect, test } from 'vitest';
import { ${name} } from '../../src/languages/${name}/${name}.ts';
import { unresolvedLinks, type Sources } from './marked-sources.ts';

const linksOf = await unresolvedLinks([${name}], { everySite: true });

const [ending = ''] = ${name}.extensions;

function one(name: string, text: string): [string, Sources] {
  return [name, { [\`a\${ending}\`]: text }];
}

const cases: [string, Sources][] = [one('a call of a function', 'write one, with marks: ‹@f›f declares, ‹f›f uses')];

describe('${title(name)}', () => {
  test.each(cases)('%s', (_, sources) => {
    const { actual, expected } = linksOf(sources);
    expect(actual).toEqual(expected);
  });
});
`,
  };
}

export const namePattern: Readonly<Record<Kind, RegExp>> = {
  tool: /^[a-z][a-z0-9_-]{0,39}$/,
  language: /^[a-z][a-z0-9]*$/,
  dialect: /^[a-z][a-z0-9]*$/,
};

export function isName(kind: Kind, given: string): boolean {
  return namePattern[kind].test(given);
}

/** A line for a sorted list in a file that exists. */
interface AddedLine {
  path: string;
  /** The list begins after the first line that contains this text. */
  listStart: string;
  line: string;
}

/** Where an installed package has the grammar; null where none has. */
function installedGrammar(wasm: string): readonly [pkg: string, file: string] | null {
  const own = wasm.replace(/\.wasm$/, '');
  const candidates = [
    [own, wasm],
    [`@tree-sitter-grammars/${own}`, wasm],
    ['@repomix/tree-sitter-wasms', `out/${wasm}`],
  ] as const;
  return candidates.find(([pkg, file]) => existsSync(at('node_modules', pkg, file))) ?? null;
}

function addedLines(kind: Kind, name: string): AddedLine[] {
  if (kind === 'tool') {
    return [
      { path: toolQuestions, listStart: 'export const questions', line: `  '${name}': fc.constant({}),` },
      { path: randomQuestions, listStart: 'const asks: Record', line: `    '${name}': () => ({}),` },
    ];
  }
  if (kind === 'dialect') {
    const path = 'src/graph/languages/registry.ts';
    return [
      { path, listStart: 'import { plainRules }', line: `import { ${name} } from './${name}/dialect.ts';` },
      { path, listStart: 'export const dialects', line: `  ${name},` },
    ];
  }
  const wasm = `tree-sitter-${name}.wasm`;
  const found = installedGrammar(wasm);
  if (found === null || grammars[wasm] !== undefined) return [];
  const line = `  '${wasm}': ['${found[0]}', '${found[1]}'],`;
  return [{ path: 'scripts/lib/grammars.ts', listStart: 'export const grammars', line }];
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** What a list is sorted by: the module of an import, else the first name of the row, without its quotes. */
function sortKey(row: string): string {
  const imported = / from '(?<module>[^']+)'/.exec(row)?.groups?.['module'];
  return imported ?? /[\w./-]+/.exec(row)?.[0] ?? '';
}

/** @param text of the file; throws if no line contains `listStart` */
export function withLine(text: string, { path, listStart, line }: AddedLine): string {
  const lines = text.split('\n');
  const start = lines.findIndex((one) => one.includes(listStart));
  if (start === -1) throw new Error(`${path} has no line with "${listStart}": scripts/lib/scaffold.ts`);
  const indent = indentOf(line);
  // Deeper lines belong to the row above them; brackets close a row or the list.
  const place = lines.findIndex((row, at) => {
    if (at <= start || indentOf(row) > indent) return false;
    const closesRow = indentOf(row) === indent && /^\s*[)}\]]/.test(row);
    return !closesRow && (indentOf(row) < indent || row === '' || sortKey(row) > sortKey(line));
  });
  return lines.toSpliced(place, 0, line).join('\n');
}

/** What no check can ask for. */
const nextSteps: Readonly<Record<Kind, (name: string) => string[]>> = {
  tool: (name) => [
    `${toolFolder(name)}/: fill in the three files; the test fails until then.`,
    `src/cli/commands/ and src/cli/{file,graph,chunk}-commands.ts: a command of its own, if people will want one. \`code-scout tool ${name}\` runs it already.`,
    'README.md, CHANGELOG.md: one line each.',
    'Step by step: docs/contributing/your-first-tool.md.',
  ],
  language: (name) => [
    `src/languages/${name}/${name}.ts: the query; the test of the languages fails until then.`,
    'src/source/walk/path-traits.ts: how its tests and generated files are named, where no pattern has it.',
    'README.md, CHANGELOG.md: one line each.',
    'Step by step: docs/contributing/your-first-language.md.',
  ],
  dialect: (name) => [
    `test/graph/${name}.test.ts: write marked programs; it fails until then.`,
    `src/graph/languages/${name}/dialect.ts: a member of the contract for each rule that a test asks for.`,
    'Step by step: docs/contributing/your-first-language.md.',
  ],
};

const filesOf: Readonly<Record<Kind, (name: string) => Record<string, string>>> = {
  tool: toolFiles,
  language: languageFiles,
  dialect: dialectFiles,
};

export interface Scaffold {
  /** New files, by path relative to the repository. */
  files: Record<string, string>;
  added: readonly AddedLine[];
  /** What to do by hand, a line each. */
  next: string[];
}

/** @param given a name that `isName` accepts; a tool's name gets underscores */
export function scaffold(kind: Kind, given: string): Scaffold {
  const name = given.replaceAll('-', '_');
  return { files: filesOf[kind](name), added: addedLines(kind, name), next: nextSteps[kind](name) };
}
