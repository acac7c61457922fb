/** What `npm run new` writes: the least that the registries take, with a test that fails until it is filled in. */

export const kinds = ['tool', 'language'] as const;
export type Kind = (typeof kinds)[number];

export function camelCase(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function title(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toolFiles(name: string): Record<string, string> {
  const folder = `src/tools/${name}`;
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
  description: 'Say what it is for, when to call it, and what it answers.',
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

const namePattern: Readonly<Record<Kind, RegExp>> = {
  tool: /^[a-z][a-z0-9_-]{0,39}$/,
  language: /^[a-z][a-z0-9]*$/,
};

/** What is left to do by hand. */
const nextSteps: Readonly<Record<Kind, (name: string) => string>> = {
  tool: (name) => `Fill in src/tools/${name}; its test fails until then.`,
  language: (name) =>
    `Add the grammar's package to package.json and scripts/copy-grammars.ts (npm run prepare-grammars), a sample that shows everything to ` +
    `src/languages/${name}/sample/, and then the golden file: UPDATE_GOLDEN=1 npx vitest run src/languages/languages.test.ts -t ${name}. ` +
    'The test of the languages fails until then. Step by step: docs/first-language.md.',
};

export interface Scaffold {
  /** By path relative to the repository. */
  files: Record<string, string>;
  next: string;
}

/** Throws with a sentence when the name cannot be one. */
export function scaffold(kind: Kind, name: string): Scaffold {
  if (!namePattern[kind].test(name)) throw new Error(`the name of a ${kind} must match ${namePattern[kind]}`);
  return { files: kind === 'tool' ? toolFiles(name) : languageFiles(name), next: nextSteps[kind](name) };
}
