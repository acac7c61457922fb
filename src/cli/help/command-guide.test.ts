import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandGuides } from './command-guide.ts';
import { symbolCommand } from './completion.ts';
import { exitCode } from '../exit-codes.ts';
import { createProgram } from '../program.ts';
import { processTerminal } from '../terminal/terminal.ts';
import { runCommandLine } from '../testing/command-run.ts';

const program = createProgram({ terminal: processTerminal(), exit: () => {} });
const names = program.commands.map((command) => command.name()).filter((name) => name !== symbolCommand);

describe('the guides', () => {
  it('are there for every command that people type, and for nothing else', () => {
    expect(Object.keys(commandGuides).toSorted()).toEqual(names.toSorted());
  });

  it.each(Object.entries(commandGuides))('%s: fits its line, and names its own command and others', (name, guide) => {
    expect(guide.summary.length).toBeLessThanOrEqual(62);
    expect(guide.examples.length).toBeGreaterThanOrEqual(2);
    expect(guide.examples.filter(([command]) => command.split(' ')[0] !== name)).toEqual([]);
    expect(guide.seeAlso.filter((other) => other === name || !names.includes(other))).toEqual([]);
  });
});

describe('the examples', () => {
  let root: string;
  beforeAll(async () => {
    root = join(realpathSync(mkdtempSync(join(tmpdir(), 'examples-'))), 'bookshop');
    cpSync(new URL('../../../examples/bookshop', import.meta.url), root, { recursive: true });
    const git = (...args: string[]): void => {
      const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
      execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' });
    };
    const edit = (path: string, from: string, to: string): void =>
      writeFileSync(join(root, path), readFileSync(join(root, path), 'utf8').replace(from, to));
    // The bookshop has no class that implements something.
    const payment =
      'export interface Payment {\n  pay(): void;\n}\nexport class Cash implements Payment {\n  pay(): void {}\n}\n';
    writeFileSync(join(root, 'src/payments/payment.ts'), payment);
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', '.');
    git('commit', '--quiet', '-m', 'Open');
    edit('src/cart/prices.ts', '0.07', '0.08');
    git('commit', '--quiet', '-a', '-m', 'Raise the tax');
    edit('src/discounts/discount-codes.ts', 'toUpperCase()', 'toLowerCase()');
    await runCommandLine(['index'], root, dirname(root));
    const web = join(dirname(root), 'web');
    mkdirSync(web);
    writeFileSync(join(web, 'page.ts'), 'export const page = 1;\n');
    await runCommandLine(['index'], web, dirname(root));
  });
  afterAll(() => rmSync(dirname(root), { recursive: true, force: true }));

  /** Servers and workers run on: other tests start them. */
  const ended = Object.entries(commandGuides).filter(
    ([name]) => !['serve', 'open', 'lsp', 'organisation', 'worker', 'hooks'].includes(name),
  );
  /** There are no counts before a server has run, no client is set up, and the bookshop has no circle. */
  const mayFindNothing: ReadonlySet<string> = new Set(['stats', 'unsetup', 'setup', 'cycles']);
  const commands = ended.flatMap(([name, { examples }]) => examples.map(([command]) => [name, command] as const));

  it.each(commands)('%s: code-scout %s', async (name, command) => {
    const [typed = ''] = command.split(' >> ');
    const words = [...typed.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const { code, output } = await runCommandLine(words, root, dirname(root));
    expect(output).not.toBe('');
    if (mayFindNothing.has(name)) expect([exitCode.ok, exitCode.nothing]).toContain(code);
    else expect({ code, output }).toEqual({ code: exitCode.ok, output });
  });
});
