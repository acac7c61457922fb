/** Open files that are not saved: answers are about the text in the editor, and the index stays as it is. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProject, type TestProject } from '../e2e/cli-process.ts';
import { LspClient, positionOf, textIn, uriFor, type Location } from './lsp-client.ts';

const shape = `export class Shape {
  grow(by: number): number {
    return by;
  }
}
export function make(): Shape {
  return new Shape();
}
`;
const user = `import { make } from './shape.ts';

export function run(): number {
  const made = make();
  return made.grow(1);
}
`;

let project: TestProject;
let client: LspClient;
let version = 1;
const third = `import { run } from './user.ts';\nrun();\n`;
const texts = new Map([['src/third.ts', third]]);
const uri = (path: string): string => uriFor(join(project.root, path));
/** Replaces the whole text of an open file. */
const type = (path: string, text: string): void => {
  texts.set(path, text);
  client.change(uri(path), ++version, [{ text }]);
};
const shown = ({ uri: found, range }: Location): string => {
  const path = [...texts.keys()].find((one) => uri(one) === found)!;
  return `${path}:${range.start.line + 1}: ${textIn(texts.get(path)!, range)}`;
};
const at = async (method: string, path: string, marked: string, parts: object = {}): Promise<string[]> =>
  (await client.at<Location[]>(method, uri(path), positionOf(texts.get(path)!, marked), parts)).map(shown);
const symbolsNamed = async (query: string): Promise<string[]> =>
  (await client.request<{ name: string }[]>('workspace/symbol', { query })).map(({ name }) => name);
const references = { context: { includeDeclaration: false } };

beforeAll(async () => {
  project = createProject({
    'src/shape.ts': shape,
    'src/user.ts': user,
    'src/third.ts': third,
  });
  await project.run(['index']);
  client = new LspClient({ cwd: project.root });
  await client.initialize([project.root]);
  for (const [path, text] of [
    ['src/shape.ts', shape],
    ['src/user.ts', user],
  ] as const) {
    texts.set(path, text);
    client.open(uri(path), 'typescript', text);
  }
});
afterAll(async () => {
  await client.close();
  project.remove();
});

it('answers about lines that moved, in this file and in others', async () => {
  expect(await at('references', 'src/shape.ts', '|grow(by', references)).toEqual(['src/user.ts:5: grow']);
  type('src/user.ts', `// One.\n// Two.\n${user}`);
  expect(await at('references', 'src/shape.ts', '|grow(by', references)).toEqual(['src/user.ts:7: grow']);
  expect(await at('definition', 'src/user.ts', 'made.|grow')).toEqual(['src/shape.ts:2: grow']);
  type('src/shape.ts', `/* moved */\n${shape}`);
  expect(await at('definition', 'src/user.ts', 'made.|grow')).toEqual(['src/shape.ts:3: grow']);
});

it('links what was just written', async () => {
  type('src/user.ts', `${user}export function added(): number {\n  return make().grow(2) + run();\n}\n`);
  expect(await at('definition', 'src/user.ts', 'make().|grow')).toEqual(['src/shape.ts:3: grow']);
  expect(await at('references', 'src/shape.ts', '|grow(by', references)).toEqual([
    'src/user.ts:5: grow',
    'src/user.ts:8: grow',
  ]);
  expect(await at('references', 'src/user.ts', 'function |run', references)).toEqual([
    'src/third.ts:1: run',
    'src/third.ts:2: run',
    'src/user.ts:8: run',
  ]);
  expect(await symbolsNamed('added')).toEqual(['added']);
});

it('knows a name that another open file declares and has not saved', async () => {
  type('src/shape.ts', shape.replace('grow(by', 'shrink(by').replace('return by', 'return -by'));
  expect(await at('definition', 'src/user.ts', 'made.|grow')).toEqual([]);
  type('src/user.ts', user.replace('made.grow', 'made.shrink'));
  expect(await at('definition', 'src/user.ts', 'made.|shrink')).toEqual(['src/shape.ts:2: shrink']);
  const [item] = await client.at<object[]>(
    'prepareCallHierarchy',
    uri('src/shape.ts'),
    positionOf(texts.get('src/shape.ts')!, '|shrink'),
  );
  const calls = await client.request<{ from: { name: string } }[]>('callHierarchy/incomingCalls', { item });
  expect(calls.map(({ from }) => from.name)).toEqual(['run']);
});

it('applies changes of ranges one after the other', async () => {
  type('src/user.ts', user);
  const position = positionOf(user, 'made.grow(1)');
  client.change(uri('src/user.ts'), ++version, [
    { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: '\n' },
    {
      range: { start: { line: position.line + 1, character: 0 }, end: { line: position.line + 1, character: 8 } },
      text: 'return\n  ',
    },
  ]);
  texts.set('src/user.ts', `\n${user.replace('  return made.grow(1)', 'return\n   made.grow(1)')}`);
  type('src/shape.ts', shape);
  expect(await at('references', 'src/shape.ts', '|grow(by', references)).toEqual(['src/user.ts:7: grow']);
});

it('goes back to the disk when the file is closed, and has written nothing to the index', async () => {
  type('src/user.ts', `export function ghost(): void {}\n`);
  expect(await symbolsNamed('ghost')).toEqual(['ghost']);
  const { stdout } = await project.run(['symbols', 'ghost']);
  expect(stdout).not.toContain('src/user.ts');
  client.notify('textDocument/didClose', { textDocument: { uri: uri('src/user.ts') } });
  texts.set('src/user.ts', user);
  expect(await symbolsNamed('ghost')).toEqual([]);
  expect(await at('references', 'src/shape.ts', '|grow(by', references)).toEqual(['src/user.ts:5: grow']);
});

it('answers about a new file before it is saved, unless the project would ignore it', async () => {
  type('src/shape.ts', shape);
  const added = `import { make } from './shape.ts';\n\n/** Grows twice. */\nexport function twice(): number {\n  return make().grow(2);\n}\n`;
  texts.set('src/added.ts', added);
  client.open(uri('src/added.ts'), 'typescript', added);
  const symbols = await client.request<{ name: string }[]>('textDocument/documentSymbol', {
    textDocument: { uri: uri('src/added.ts') },
  });
  expect(symbols.map(({ name }) => name)).toEqual(['twice']);
  expect(await at('definition', 'src/added.ts', 'make().|grow')).toEqual(['src/shape.ts:2: grow']);
  expect(await at('references', 'src/shape.ts', '|grow(by', references)).toEqual([
    'src/added.ts:5: grow',
    'src/user.ts:5: grow',
  ]);
  const hover = await client.at<{ contents: { value: string } }>(
    'hover',
    uri('src/added.ts'),
    positionOf(added, '|twice(): number'),
  );
  expect(hover.contents.value).toContain('Grows twice.');
  expect(await symbolsNamed('twice')).toEqual(['twice']);
  client.notify('textDocument/didClose', { textDocument: { uri: uri('src/added.ts') } });
  expect(await symbolsNamed('twice')).toEqual([]);

  project.write({ '.gitignore': 'made/\n' });
  client.open(uri('made/added.ts'), 'typescript', added);
  expect(await symbolsNamed('twice')).toEqual([]);
  client.notify('textDocument/didClose', { textDocument: { uri: uri('made/added.ts') } });
});

it('answers nothing, and no error, about a text that has no file', async () => {
  const [none, text] = ['untitled:Untitled-1', 'export function loose(): void {}\nloose();\n'];
  client.open(none, 'typescript', text);
  client.change(none, 2, [{ text }]);
  const textDocument = { uri: none };
  const position = positionOf(text, 'loose();');
  const range = { start: position, end: position };
  for (const method of ['definition', 'declaration', 'typeDefinition', 'implementation', 'references'])
    expect(await client.at(method, none, position), method).toEqual([]);
  for (const method of ['documentSymbol', 'documentLink', 'codeLens', 'prepareCallHierarchy', 'prepareTypeHierarchy'])
    expect(await client.request(`textDocument/${method}`, { textDocument, position }), method).toEqual([]);
  for (const method of ['full', 'range'])
    expect(await client.request(`textDocument/semanticTokens/${method}`, { textDocument, range })).toEqual({
      data: [],
    });
  expect(await client.at('hover', none, position)).toBeNull();
  client.notify('textDocument/didClose', { textDocument });
});
