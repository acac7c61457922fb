/** `search` and `explore` show a short block for each piece of code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

let project: WrittenProject;
beforeAll(async () => {
  project = writeProject({
    'src/cookie.ts': [
      "import { digest } from './digest';",
      '/**',
      ' * Signs a cookie.',
      ' * @param name its name',
      ' * @param value its value',
      ' * @param secret the key',
      ' */',
      'export function signCookie(name: string, value: string, secret: string): string {',
      '  const parts: string[] = [];',
      '  for (const part of [name, value]) {',
      '    parts.push(part);',
      '  }',
      '  const signature = digest(parts, secret);',
      '  const unrelated = parts.length + 1;',
      '  return `${name}=${value}.${signature}${unrelated}`;',
      '}',
      '',
    ].join('\n'),
    'src/digest.ts':
      'export function digest(parts: string[], secret: string): string {\n  return parts.join(secret);\n}\n',
    'src/login.ts':
      "import { signCookie } from './cookie';\n\nexport function login(user: string): string {\n  return signCookie('session', user, 'secret');\n}\n",
    'src/limits.ts': 'export const otherLimit = 1;\nexport const expiredCookie = 2;\n',
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `src/harbour/tide${at}.ts`,
        ['ebb', 'flood', 'neap']
          .map(
            (name) =>
              `export function ${name}${at}(harbour: string): string {\n${'  note(harbour);\n'.repeat(40)}  return harbour;\n}\n`,
          )
          .join('\n'),
      ]),
    ),
    'src/quay.ts': `export function quay(): number {\n${Array.from({ length: 300 }, (_, at) => `  anchors.count(quay${at});\n`).join('')}  return 1;\n}\n`,
    'README.md': '# Cookies\n\nEach cookie is signed with a secret.\n',
  });
  await runCommandLine(['index'], project.root, project.outside);
});
afterAll(() => project.remove());

const run = async (args: readonly string[], width: number | null = 100): ReturnType<typeof runCommandLine> =>
  runCommandLine(args, project.root, project.outside, { width });
const agentWords = /chunk_|Language:|Symbols:|% match/;

describe('search', () => {
  it('prints the place, the kind and the name of a piece, and its best lines with their numbers', async () => {
    const { output, out, code } = await run(['search', 'signature of a cookie']);
    const at = out.indexOf('src/cookie.ts:8  function signCookie');
    expect(at).not.toBe(-1);
    expect(out.slice(at + 1, at + 4)).toEqual([
      '   8  export function signCookie(name: string, value: string, secret: string): string {',
      '  13    const signature = digest(parts, secret);',
      '  15    return `${name}=${value}.${signature}${unrelated}`;',
    ]);
    expect(output).not.toMatch(agentWords);
    expect(code).toBe(0);
  });

  it('prints whole pieces with --full', async () => {
    const { out } = await run(['search', 'signature of a cookie', '--full']);
    expect(out).toContain('   3   * Signs a cookie.');
    expect(out).toContain('  14    const unrelated = parts.length + 1;');
  });

  it('names the symbol of a piece that the question is about', async () => {
    const { out } = await run(['search', 'an expired cookie']);
    expect(out).toContain('src/limits.ts:2  variable expiredCookie and 1 more');
  });

  it('names sections of prose so', async () => {
    expect((await run(['search', 'cookie', 'signed', 'path:README.md'])).out[0]).toBe('README.md:1  section Cookies');
  });

  it('cuts lines at the width of the terminal only', async () => {
    const narrow = (await run(['search', 'signature of a cookie'], 40)).out;
    expect(narrow.filter((line) => !line.startsWith('note:') && line.length > 40)).toEqual([]);
    expect(narrow).toContain('   8  export function signCookie(name: …');
  });

  it('prints a place for each result with --vimgrep', async () => {
    const { out } = await run(['search', 'signature of a cookie', '--vimgrep'], 40);
    expect(out).toContain(
      'src/cookie.ts:8:17:export function signCookie(name: string, value: string, secret: string): string {',
    );
    expect(out.every((line) => /^[\w./]+:\d+:\d+:/.test(line))).toBe(true);
    const none = await run(['search', 'zzqx', '--vimgrep']);
    expect([none.out, none.code]).toEqual([[], 1]);
  });
});

describe('explore', () => {
  it('shows pieces with their links, then others by name', async () => {
    const { output, out } = await run(['explore', 'how is a cookie signed']);
    expect(out).toContain('src/cookie.ts:8  function signCookie');
    expect(output).toMatch(/called by: login (?:src\/login\.ts:\d|\(shown here\))/);
    expect(output).toContain('note: --full shows whole pieces.');
    expect(output).not.toMatch(agentWords);
    expect(output.length).toBeLessThan((await run(['explore', 'how is a cookie signed', '--full'])).output.length);
  });

  it('shows short bodies of the first pieces whole, and says only who calls them', async () => {
    const { output, out } = await run(['explore', 'how is a cookie signed']);
    const at = out.indexOf('src/cookie.ts:8  function signCookie');
    expect(out.slice(at + 1, at + 10).map((line) => line.slice(2, 4).trim())).toEqual([
      '8',
      '9',
      '10',
      '11',
      '12',
      '13',
      '14',
      '15',
      '16',
    ]);
    expect(output).not.toContain('calls:');
  });

  it('shows a long function once, by more lines than a later piece', async () => {
    const { out } = await run(['explore', 'which anchors does the quay count']);
    const heads = out.filter((line) => line.startsWith('src/quay.ts:'));
    expect(heads).toEqual(['src/quay.ts:1  function quay']);
    const at = out.indexOf(heads[0]!);
    const block = out.slice(at + 1, out.indexOf('', at));
    expect(block.length).toBeGreaterThan(6);
    expect(block.length).toBeLessThan(14);
  });

  it('names some ten other pieces', async () => {
    const { output } = await run(['explore', 'which tides does the harbour know']);
    const named = output.match(/(?:ebb|flood|neap)\d+ \d+-\d+/g)?.length;
    expect(named).toBeGreaterThanOrEqual(6);
    expect(named).toBeLessThanOrEqual(14);
  });

  it('shows whole pieces with --full or a size', async () => {
    for (const option of [['--full'], ['--max-tokens', '2000']]) {
      const { output } = await run(['explore', 'how is a cookie signed', ...option]);
      expect(output).toContain('  const unrelated = parts.length + 1;');
    }
  });
});
