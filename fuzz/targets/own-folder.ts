/** A folder below the temporary one, which the executor gives to its children and removes after them; and a small project in it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface OwnFolder {
  path: string;
  remove: () => void;
}

export function ownFolder(): OwnFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-fuzz-')));
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  return { path, remove };
}

/** What the questions of servers and of the database target are about. */
export const projectFiles: Readonly<Record<string, string>> = {
  'code-scout.config.json': '{}\n',
  'src/quay.ts': '/** Ties a ship up. */\nexport function moor(ship: string): string {\n  return ship.trim();\n}\n',
  'src/main.ts':
    "import { moor } from './quay';\nexport class Harbour {\n  enter(): string {\n    return moor('a');\n  }\n}\nmoor('b');\n",
  'src/util.py':
    'def weigh(anchor):\n    """Weighs an anchor."""\n    return anchor.mass\n\n\ndef sail():\n    return weigh(None)\n',
  'docs/guide.md': '# Guide\n\nHow ships moor at the quay.\n',
};

/** What means something in it. */
export const projectWords: readonly string[] = [
  ...Object.keys(projectFiles),
  ...[
    'moor',
    'Harbour',
    'Harbour.enter',
    'enter',
    'weigh',
    'sail',
    'anchor.mass',
    'ship',
    'trim',
    'src',
    'src/',
    'docs',
  ],
  ...[
    'src/quay.ts#moor',
    'src/main.ts#Harbour.enter',
    'typescript',
    'python',
    'ts',
    '.py',
    'Ties a ship up',
    'HEAD',
    'main',
  ],
];

export function writeProject(root: string): void {
  for (const [path, text] of Object.entries(projectFiles)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
