/** Where programs begin, in languages that run different things. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { openEngine } from '../engine/engine.ts';
import { answerExplorer } from './explorer.ts';
import type { EntriesAnswer } from './contract.ts';

const files: Record<string, string> = {
  'app/run.ts':
    'export interface Table { main(key: number): string }\nexport class Rows { main() { return 1; } }\n' +
    'export const rows = () => ({ main() { return 2; } });\nexport function outer() {\n  function main() {}\n  main();\n}\n' +
    'function main() {}\nmain();\n',
  'java/App.java': 'class App {\n  public static void main(String[] args) {}\n}\n',
  'cs/Program.cs': 'class Program {\n  static void Main() {}\n}\nclass Other {\n  void main() {}\n}\n',
  'go/cmd/serve/main.go': 'package main\n\ntype job struct{}\n\nfunc (j job) main() {}\n\nfunc main() {}\n',
  'c/tool.c': 'int main(void) { return 0; }\n',
  'lib/tool.py': 'class Job:\n    def main(self):\n        pass\n\ndef main():\n    pass\n',
};

it('lists functions that a program begins with, and methods only where the language runs methods', async () => {
  const root = mkdtempSync(join(tmpdir(), 'code-scout-entries-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    await engine.index();
    const { signal } = new AbortController();
    const { commands } = JSON.parse(
      await answerExplorer(engine, { name: 'entries', query: '', signal }),
    ) as EntriesAnswer;
    expect(commands.shown.map(({ target }) => target?.id).sort()).toEqual([
      'app/run.ts#main',
      'c/tool.c#main',
      'cs/Program.cs#Program.Main',
      'go/cmd/serve/main.go#main',
      'java/App.java#App.main',
      'lib/tool.py#main',
    ]);
  } finally {
    await engine.close();
    rmSync(root, { recursive: true, force: true });
  }
});
