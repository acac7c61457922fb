/** Every request of the language server, by a client of the protocol over a real process. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type TestProject } from '../e2e/cli-process.ts';
import { LspClient, positionOf, textIn, uriFor, type Location, type Position, type Range } from './lsp-client.ts';

const files = {
  'src/shape.ts': `/** A figure with an area. */
export interface Shape {
  area(): number;
}

/** Adds areas. */
export function total(shapes: Shape[]): number {
  let sum = 0;
  for (const shape of shapes) sum += shape.area();
  return sum;
}
`,
  'src/square.ts': `import { total, type Shape } from './shape.ts';

export class Square implements Shape {
  readonly side: number;
  constructor(side: number) {
    this.side = side;
  }
  area(): number {
    return this.side * this.side;
  }
}

// The rest is in src/shape.ts.
export function main(): number {
  const only = new Square(2);
  return total([only]);
}
`,
  'src/other.ts': `import { total } from './shape.ts';
export const none = total([]);
`,
};

let project: TestProject;
let client: LspClient;
const uri = (path: string): string => uriFor(join(project.root, path));
const text = (path: keyof typeof files): string => files[path];
/** `path: text of the range`. */
const shown = (location: Location): string => {
  const path = Object.keys(files).find((one) => uri(one) === location.uri) as keyof typeof files;
  return `${path}:${location.range.start.line + 1}: ${textIn(files[path], location.range)}`;
};
const at = async (method: string, path: keyof typeof files, marked: string, parts: object = {}): Promise<string[]> => {
  const found = await client.at<Location[]>(method, uri(path), positionOf(text(path), marked), parts);
  return found.map(shown);
};

beforeAll(async () => {
  project = createProject(files);
  await project.run(['index']);
  client = new LspClient({ cwd: project.root });
  await client.initialize([project.root], {
    capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
  });
  for (const path of Object.keys(files) as (keyof typeof files)[]) client.open(uri(path), 'typescript', text(path));
});
afterAll(async () => {
  expect(await client.close()).toBe(0);
  project.remove();
});

describe('places', () => {
  it('finds a definition in another file, a local one, and the file of an import', async () => {
    expect(await at('definition', 'src/square.ts', 'return |total')).toEqual(['src/shape.ts:7: total']);
    expect(await at('definition', 'src/square.ts', 'total([|only')).toEqual(['src/square.ts:15: only']);
    expect(await at('definition', 'src/square.ts', "'./|shape.ts'")).toEqual(['src/shape.ts:1: ']);
    expect(await at('declaration', 'src/other.ts', '= |total')).toEqual(['src/shape.ts:7: total']);
  });

  it('finds the types of a variable and of a parameter', async () => {
    expect(await at('typeDefinition', 'src/square.ts', 'const |only')).toEqual(['src/square.ts:3: Square']);
    expect(await at('typeDefinition', 'src/shape.ts', '|shapes: Shape')).toEqual(['src/shape.ts:2: Shape']);
  });

  it('finds implementations of a type and of a member', async () => {
    expect(await at('implementation', 'src/shape.ts', 'interface |Shape')).toEqual(['src/square.ts:3: Square']);
    expect(await at('implementation', 'src/shape.ts', '|area(): number')).toEqual(['src/square.ts:8: area']);
  });

  it('finds the references of a symbol and of a local name', async () => {
    const withDeclaration = { context: { includeDeclaration: true } };
    expect(await at('references', 'src/shape.ts', 'function |total', withDeclaration)).toEqual([
      'src/shape.ts:7: total',
      'src/other.ts:1: total',
      'src/other.ts:2: total',
      'src/square.ts:1: total',
      'src/square.ts:16: total',
    ]);
    const without = { context: { includeDeclaration: false } };
    expect(await at('references', 'src/shape.ts', 'let |sum', without)).toEqual([
      'src/shape.ts:9: sum',
      'src/shape.ts:10: sum',
    ]);
  });
});

describe('symbols', () => {
  interface Symbol {
    name: string;
    kind: number;
    range: Range;
    selectionRange: Range;
    children: Symbol[];
  }

  it('lists the symbols of a file as a tree', async () => {
    const found = await client.request<Symbol[]>('textDocument/documentSymbol', {
      textDocument: { uri: uri('src/square.ts') },
    });
    const named = (symbols: readonly Symbol[]): unknown[] =>
      symbols.map(({ name, children }) => [name, named(children)]);
    expect(named(found)).toEqual([
      [
        'Square',
        [
          ['side', []],
          ['constructor', []],
          ['area', []],
        ],
      ],
      ['main', []],
    ]);
    expect(textIn(text('src/square.ts'), found[0]!.selectionRange)).toBe('Square');
  });

  it('finds symbols by a part of their name', async () => {
    const found = await client.request<{ name: string; location: Location; containerName?: string }[]>(
      'workspace/symbol',
      { query: 'quar' },
    );
    expect(found.map(({ name, location }) => [name, shown(location)])).toEqual([['Square', 'src/square.ts:3: Square']]);
    expect(await client.request('workspace/symbol', { query: '' })).toEqual([]);
  });
});

describe('hierarchies', () => {
  interface Item {
    name: string;
    uri: string;
    selectionRange: Range;
  }

  it('shows who calls a function, and what it calls', async () => {
    const [item] = await client.at<Item[]>(
      'prepareCallHierarchy',
      uri('src/shape.ts'),
      positionOf(text('src/shape.ts'), 'function |total'),
    );
    expect(item!.name).toBe('total');
    const incoming = await client.request<{ from: Item; fromRanges: Range[] }[]>('callHierarchy/incomingCalls', {
      item,
    });
    expect(incoming.map(({ from }) => from.name).toSorted()).toEqual(['main', 'none']);
    const main = incoming.find(({ from }) => from.name === 'main')!;
    expect(main.fromRanges.map((range) => textIn(text('src/square.ts'), range))).toEqual(['total']);
    const outgoing = await client.request<{ to: Item; fromRanges: Range[] }[]>('callHierarchy/outgoingCalls', {
      item: main.from,
    });
    expect(outgoing.map(({ to }) => to.name).toSorted()).toEqual(['constructor', 'total']);
  });

  it('shows the types above and below a type', async () => {
    const prepare = async (path: keyof typeof files, marked: string): Promise<Item> =>
      (await client.at<Item[]>('prepareTypeHierarchy', uri(path), positionOf(text(path), marked)))[0]!;
    const shape = await prepare('src/shape.ts', 'interface |Shape');
    const subtypes = await client.request<Item[]>('typeHierarchy/subtypes', { item: shape });
    expect(subtypes.map(({ name }) => name)).toEqual(['Square']);
    const supertypes = await client.request<Item[]>('typeHierarchy/supertypes', { item: subtypes[0] });
    expect(supertypes.map(({ name }) => name)).toEqual(['Shape']);
  });
});

describe('what is shown in a text', () => {
  it('says on hover what a name means and who calls it', async () => {
    const hover = await client.at<{ contents: { kind: string; value: string }; range: Range }>(
      'hover',
      uri('src/other.ts'),
      positionOf(text('src/other.ts'), '= |total'),
    );
    expect(hover.contents.kind).toBe('markdown');
    expect(hover.contents.value).toContain('(function) total(shapes: Shape[]): number');
    expect(hover.contents.value).toContain('Adds areas.');
    expect(hover.contents.value).toMatch(/2 callers: `\w+`, `\w+`/);
    expect(textIn(text('src/other.ts'), hover.range)).toBe('total');
  });

  it('links imports and paths in comments', async () => {
    const links = await client.request<{ range: Range; target: string }[]>('textDocument/documentLink', {
      textDocument: { uri: uri('src/square.ts') },
    });
    expect(links.map(({ range, target }) => [textIn(text('src/square.ts'), range), target])).toEqual([
      ['./shape.ts', uri('src/shape.ts')],
      ['src/shape.ts', uri('src/shape.ts')],
    ]);
  });

  it('gives tokens of the whole file and of a range', async () => {
    const { capabilities } = (await client.answerTo(1)).result as {
      capabilities: { semanticTokensProvider: { legend: { tokenTypes: string[] } } };
    };
    const { tokenTypes } = capabilities.semanticTokensProvider.legend;
    const source = text('src/other.ts');
    const decoded = ({ data }: { data: number[] }): string[] => {
      const found: string[] = [];
      let position: Position = { line: 0, character: 0 };
      for (let i = 0; i < data.length; i += 5) {
        const [lines, characters, length, type] = data.slice(i, i + 4) as [number, number, number, number];
        position = { line: position.line + lines, character: lines > 0 ? characters : position.character + characters };
        const end = { line: position.line, character: position.character + length };
        found.push(
          `${textIn(source, { start: position, end })} ${tokenTypes[type]}${data[i + 4] === 1 ? ' declared' : ''}`,
        );
      }
      return found;
    };
    const textDocument = { uri: uri('src/other.ts') };
    const full = await client.request<{ data: number[] }>('textDocument/semanticTokens/full', { textDocument });
    expect(decoded(full)).toEqual(['total function', 'none variable declared', 'total function']);
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 40 } };
    const part = await client.request<{ data: number[] }>('textDocument/semanticTokens/range', { textDocument, range });
    expect(decoded(part)).toEqual(['total function']);
  });

  it('counts references above definitions, and lists them', async () => {
    const textDocument = { uri: uri('src/shape.ts') };
    interface Lens {
      range: Range;
      command?: { title: string; command: string; arguments: unknown[] };
    }
    const lenses = await client.request<Lens[]>('textDocument/codeLens', { textDocument });
    const total = lenses.find(({ range }) => textIn(text('src/shape.ts'), range) === 'total')!;
    expect(total.command).toBeUndefined();
    const { command } = await client.request<Lens>('codeLens/resolve', total);
    expect(command!.title).toBe('2 references');
    const { title: _, ...call } = command!;
    const listed = await client.request<Location[]>('workspace/executeCommand', call);
    expect(listed.map(shown)).toEqual(['src/other.ts:2: total', 'src/square.ts:16: total']);
  });
});
