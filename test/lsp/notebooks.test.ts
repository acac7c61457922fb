/** Notebooks: those that the client has open by their cells, and the files of the others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type TestProject } from '../e2e/cli-process.ts';
import { LspClient, positionOf, textIn, uriFor, type Location, type Range } from './lsp-client.ts';

const ship = 'class Ship:\n    def dock(self, at):\n        return at\n\n\ndef build():\n    return Ship()\n';
const cellTexts = {
  first: 'from ship import build\n%time build()\n',
  text: '# A text\nabout build()',
  second: 'def arrive():\n    """A \\"quoted\\" text 😀."""\n    return "\\t😀é", build().dock("here")\n',
  third: 'arrive()\nbuild()',
};

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);
const onDisk = JSON.stringify(
  {
    cells: Object.entries(cellTexts).map(([id, text]) => ({
      cell_type: id === 'text' ? 'markdown' : 'code',
      id,
      metadata: {},
      source: linesOf(text),
    })),
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  },
  null,
  1,
);

let project: TestProject;
let client: LspClient;
const uri = (path: string): string => uriFor(join(project.root, path));
const cellUri = (id: string): string => `vscode-notebook-cell:${project.root}/notes.ipynb#${id}`;
const texts = new Map<string, string>();

/** `file or cell:line: text`, in the order of the answer. */
const shown = ({ uri: found, range }: { uri: string; range: Range }): string => {
  const name = found.replace(`${uri('')}/`, '').replace(/^vscode-notebook-cell:.*#/, 'cell ');
  const text = texts.get(found) ?? readFileSync(join(project.root, name), 'utf8');
  return `${name}:${range.start.line + 1}: ${textIn(text, range)}`;
};
const at = async (method: string, where: string, marked: string, nth = 1): Promise<string[]> => {
  const position = positionOf(texts.get(where) ?? ship, marked, nth);
  const found = await client.at<Location[]>(method, where, position, { context: { includeDeclaration: false } });
  return found.map(shown);
};
/** A place in the file of the notebook: the line of JSON that has a text. */
const inFile = (part: string, name: string): string =>
  `notes.ipynb:${onDisk.split('\n').findIndex((line) => line.includes(part)) + 1}: ${name}`;
const ask = <T>(method: string, where: string): Promise<T> =>
  client.request<T>(`textDocument/${method}`, { textDocument: { uri: where } });
const symbolsOf = async (where: string): Promise<string[]> =>
  (await ask<{ name: string }[]>('documentSymbol', where)).map(({ name }) => name);

const item = (id: string, languageId = 'python'): object => {
  const text = texts.get(cellUri(id))!;
  return { uri: cellUri(id), languageId, version: 1, text };
};
const openNotebook = (own = client): void => {
  for (const [id, text] of Object.entries(cellTexts)) texts.set(cellUri(id), text);
  own.notify('notebookDocument/didOpen', {
    notebookDocument: {
      uri: uri('notes.ipynb'),
      notebookType: 'jupyter-notebook',
      version: 1,
      cells: Object.keys(cellTexts).map((id) => ({ kind: id === 'text' ? 1 : 2, document: cellUri(id) })),
    },
    cellTextDocuments: Object.keys(cellTexts).map((id) => item(id, id === 'text' ? 'markdown' : 'python')),
  });
};
const changeCells = (cells: object): void =>
  client.notify('notebookDocument/didChange', {
    notebookDocument: { uri: uri('notes.ipynb'), version: 2 },
    change: { cells },
  });
const notebookSupport = { notebookDocument: { synchronization: {} } };

beforeAll(async () => {
  project = createProject({ 'ship.py': ship, 'notes.ipynb': onDisk });
  await project.run(['index']);
  client = new LspClient({ cwd: project.root });
  await client.initialize([project.root], { capabilities: notebookSupport });
});
afterAll(async () => {
  await client.close();
  project.remove();
});

it('offers cells only to a client that knows them', async () => {
  for (const capabilities of [notebookSupport, {}]) {
    const own = new LspClient({ cwd: project.root });
    const { capabilities: offered } = await own.initialize([project.root], { capabilities });
    expect(Object.keys(offered).includes('notebookDocumentSync')).toBe(capabilities === notebookSupport);
    await own.close();
  }
});

it('leads to the text of the file of a notebook that is not open', async () => {
  expect(await at('references', uri('ship.py'), 'def |dock')).toEqual([inFile('dock', 'dock')]);
  expect(await at('references', uri('ship.py'), 'def |build')).toEqual([
    inFile('from ship', 'build'),
    inFile('dock', 'build'),
    inFile('"build()"', 'build'),
  ]);
  const position = positionOf(onDisk, 'dock(');
  expect(await client.at('definition', uri('notes.ipynb'), position)).toEqual([]);
  // A caller in it can be asked further.
  const [dock] = await client.at<object[]>('prepareCallHierarchy', uri('ship.py'), positionOf(ship, '|dock'));
  const [call] = await client.request<{ from: { name: string } }[]>('callHierarchy/incomingCalls', { item: dock });
  expect(call!.from.name).toBe('arrive');
  expect(await client.request('callHierarchy/incomingCalls', { item: call!.from })).toHaveLength(1);
});

describe('a notebook that is open by its cells', () => {
  beforeAll(() => openNotebook());

  it('leads from cells to files and other cells, and back', async () => {
    expect(await at('definition', cellUri('second'), '|build()')).toEqual(['ship.py:6: build']);
    expect(await at('definition', cellUri('second'), '|dock(')).toEqual(['ship.py:2: dock']);
    expect(await at('definition', cellUri('third'), '|arrive')).toEqual(['cell second:1: arrive']);
    expect(await at('definition', cellUri('text'), '|build')).toEqual([]);
    expect(await at('references', cellUri('second'), '|arrive')).toEqual(['cell third:1: arrive']);
    expect(await at('references', uri('ship.py'), 'def |build')).toEqual([
      'cell first:1: build',
      'cell second:3: build',
      'cell third:2: build',
    ]);
  });

  it('answers about the text of one cell', async () => {
    expect(await symbolsOf(cellUri('first'))).toEqual([]);
    expect(await symbolsOf(cellUri('second'))).toEqual(['arrive']);
    const tokens = await ask<{ data: number[] }>('semanticTokens/full', cellUri('third'));
    expect(tokens.data.map((number, index) => (index % 5 < 3 ? number : 0))).toEqual([0, 0, 6, 0, 0, 1, 0, 5, 0, 0]);
    const lenses = await ask<{ range: Range }[]>('codeLens', cellUri('second'));
    expect(lenses.map(({ range }) => textIn(cellTexts.second, range))).toEqual(['arrive']);
    const [lens] = lenses;
    expect(await client.request('codeLens/resolve', lens)).toMatchObject({ command: { title: '1 reference' } });
    const links = await ask<{ range: Range }[]>('documentLink', cellUri('first'));
    expect(links.map(({ range }) => textIn(cellTexts.first, range))).toEqual(['ship']);
    expect(await ask('documentLink', cellUri('second'))).toEqual([]);
    const hover = await client.at<{ contents: { value: string }; range: Range }>(
      'hover',
      cellUri('third'),
      positionOf(cellTexts.third, '|arrive'),
    );
    expect(hover.contents.value).toContain('quoted');
    expect(textIn(cellTexts.third, hover.range)).toBe('arrive');
    const found = await client.request<{ location: Location }[]>('workspace/symbol', { query: 'arrive' });
    expect(found.map(({ location }) => shown(location))).toEqual(['cell second:1: arrive']);
  });

  it('shows the calls of each cell', async () => {
    const [built] = await client.at<object[]>('prepareCallHierarchy', uri('ship.py'), positionOf(ship, '|build'));
    const calls = await client.request<{ from: { name: string; uri: string }; fromRanges: Range[] }[]>(
      'callHierarchy/incomingCalls',
      { item: built },
    );
    expect(
      calls.map(({ from, fromRanges }) => [from.name, fromRanges.map((range) => shown({ uri: from.uri, range }))]),
    ).toEqual([
      ['notes.ipynb', ['cell third:2: build']],
      ['arrive', ['cell second:3: build']],
    ]);
  });

  it('follows changes of cells, and new and removed ones', async () => {
    const third = `\n\n${cellTexts.third}`;
    texts.set(cellUri('third'), third);
    const start = { line: 0, character: 0 };
    changeCells({
      textContent: [
        { document: { uri: cellUri('third'), version: 2 }, changes: [{ range: { start, end: start }, text: '\n\n' }] },
      ],
    });
    expect(await at('definition', cellUri('third'), '|arrive')).toEqual(['cell second:1: arrive']);
    texts.set(cellUri('new'), 'def leave():\n    return arrive()\n');
    changeCells({
      structure: {
        array: { start: 3, deleteCount: 0, cells: [{ kind: 2, document: cellUri('new') }] },
        didOpen: [item('new')],
      },
    });
    expect(await symbolsOf(cellUri('new'))).toEqual(['leave']);
    expect(await at('references', cellUri('second'), '|arrive')).toEqual([
      'cell new:2: arrive',
      'cell third:3: arrive',
    ]);
    changeCells({ structure: { array: { start: 3, deleteCount: 2 }, didClose: [{ uri: cellUri('new') }] } });
    expect(await at('references', cellUri('second'), '|arrive')).toEqual([]);
    expect(await client.at('definition', cellUri('new'), start)).toEqual([]);
  });

  it('goes back to the file when it is closed', async () => {
    client.notify('notebookDocument/didClose', {
      notebookDocument: { uri: uri('notes.ipynb') },
      cellTextDocuments: [],
    });
    expect(await at('references', uri('ship.py'), 'def |dock')).toEqual([inFile('dock', 'dock')]);
    expect(await client.at('definition', cellUri('third'), { line: 0, character: 1 })).toEqual([]);
  });

  it('survives malformed notifications', async () => {
    for (const method of ['didOpen', 'didChange', 'didClose']) {
      for (const params of [
        null,
        {},
        { notebookDocument: 1 },
        { notebookDocument: { uri: 5, cells: 'x' } },
        { notebookDocument: { uri: 'not a uri', cells: [null, 1, { kind: 2 }] }, cellTextDocuments: [null, {}] },
        {
          notebookDocument: { uri: 'not a uri' },
          change: { cells: { structure: { array: 1 }, textContent: [1, {}] } },
        },
        { notebookDocument: { uri: 'not a uri' }, change: null },
      ])
        client.notify(`notebookDocument/${method}`, params);
    }
    expect(await at('definition', uri('ship.py'), 'return |Ship')).toEqual(['ship.py:1: Ship']);
  });
});

it('counts columns of cells in UTF-8 units', async () => {
  const own = new LspClient({ cwd: project.root });
  await own.initialize([project.root], {
    capabilities: { ...notebookSupport, general: { positionEncodings: ['utf-8', 'utf-16'] } },
  });
  openNotebook(own);
  const line = cellTexts.second.split('\n')[2]!;
  const character = Buffer.byteLength(line.slice(0, line.indexOf('dock')));
  const [definition] = await own.at<Location[]>('definition', cellUri('second'), { line: 2, character });
  expect(definition!.range.start).toEqual({ line: 1, character: 8 });
  const references = await own.at<Location[]>('references', uri('ship.py'), { line: 1, character: 9 }, { context: {} });
  expect(references).toContainEqual({
    uri: cellUri('second'),
    range: { start: { line: 2, character }, end: { line: 2, character: character + 4 } },
  });
  await own.close();
});
