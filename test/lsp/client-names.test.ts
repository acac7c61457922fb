/**
 * A client names the folder of a project otherwise than the system does: by a link, as `/tmp` is one on macOS, or on Windows with a small letter of the
 * drive and its colon encoded, as VS Code does. Answers name files as the client does.
 */
import { symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProject, type TestProject } from '../e2e/cli-process.ts';
import { LspClient, positionOf, uriFor, type Location } from './lsp-client.ts';

const shape = 'export function make(): number {\n  return 1;\n}\n';
const user = "import { make } from './shape';\n\nmake();\n";
const cell = 'def dock():\n    pass\n\ndock()\n';
const notebook = JSON.stringify({
  cells: [{ cell_type: 'code', id: 'a', metadata: {}, source: [cell] }],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
});

let project: TestProject;
let client: LspClient;
let folder: string;
const uri = (path: string): string => `${folder}/${path}`;
const cellUri = 'vscode-notebook-cell:notes.ipynb#a';

beforeAll(async () => {
  project = createProject({ 'src/shape.ts': shape, 'src/user.ts': user, 'notes.ipynb': notebook });
  await project.run(['index']);
  if (process.platform === 'win32') {
    folder = uriFor(project.root).replace(
      /^file:\/\/\/([A-Za-z]):/,
      (_, drive: string) => `file:///${drive.toLowerCase()}%3A`,
    );
  } else {
    const link = join(dirname(project.root), `link-to-${basename(project.root)}`);
    symlinkSync(project.root, link);
    folder = uriFor(link);
  }
  client = new LspClient({ cwd: project.root });
  const capabilities = { notebookDocument: { synchronization: {} } };
  await client.initialize([], { capabilities, workspaceFolders: [{ uri: folder, name: 'project' }] });
});
afterAll(async () => {
  await client.close();
  project.remove();
});

const definitions = async (where: string, source: string, marked: string): Promise<string[]> =>
  (await client.at<Location[]>('definition', where, positionOf(source, marked))).map((found) => found.uri);

it('names a file that is not open below the folder as the client named it', async () => {
  const [found] = await definitions(uri('src/user.ts'), user, '|make();');
  expect(decodeURIComponent(found!)).toBe(decodeURIComponent(uri('src/shape.ts')));
});

it('names a file that is open as the client named it', async () => {
  client.open(uri('src/shape.ts'), 'typescript', shape);
  expect(await definitions(uri('src/user.ts'), user, '|make();')).toEqual([uri('src/shape.ts')]);
});

it('leads to the cells of an open notebook', async () => {
  client.notify('notebookDocument/didOpen', {
    notebookDocument: {
      uri: uri('notes.ipynb'),
      notebookType: 'jupyter-notebook',
      version: 1,
      cells: [{ kind: 2, document: cellUri }],
    },
    cellTextDocuments: [{ uri: cellUri, languageId: 'python', version: 1, text: cell }],
  });
  expect(await definitions(cellUri, cell, '|dock()\n')).toEqual([cellUri]);
});
