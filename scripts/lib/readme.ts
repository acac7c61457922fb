/**
 * Generates parts of README.md, so that none goes stale: examples between `<!-- example: COMMAND -->` and `<!-- end example -->`,
 * the picture, and the list of figures. For examples and picture, Code Scout runs from these sources on a copy of examples/bookshop. The figures
 * are the first rows of docs/results.md.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, start } from './repository.ts';
import { terminalPicture } from './terminal-picture.ts';

const pictureCommand = 'impact discountOf';

/** An example; with `| first N lines`, its output is cut after N lines. */
const example =
  /<!-- example: (?<command>[^\n]*?)(?: \| first (?<lines>\d+) lines)? -->\n[\s\S]*?<!-- end example -->/g;

class ExampleProject {
  readonly #folder = mkdtempSync(join(tmpdir(), 'code-scout-readme-'));

  constructor() {
    cpSync(at('examples', 'bookshop'), this.#folder, { recursive: true });
  }

  /** What the command prints on standard output. */
  async ask(command: string): Promise<string> {
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const args = [at('src', 'cli', 'bin.ts'), ...words];
    const { code, stdout, output } = await start('node', args, { cwd: this.#folder, env: { NO_COLOR: '1' } });
    if (code !== 0) throw new Error(`README.md: code-scout ${command} ended with ${code}: ${output}`);
    return stdout.trimEnd();
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function cutAfter(text: string, lines: string | undefined): string {
  const all = text.split('\n');
  return lines === undefined || all.length <= Number(lines) ? text : [...all.slice(0, Number(lines)), '…'].join('\n');
}

async function withExamples(readme: string, project: ExampleProject): Promise<string> {
  const outputs = new Map<string, string>();
  for (const [whole, command = '', lines] of readme.matchAll(example)) {
    const output = cutAfter(await project.ask(command), lines);
    const [opening] = whole.split('\n', 1);
    outputs.set(whole, `${opening}\n\`\`\`console\n$ code-scout ${command}\n${output}\n\`\`\`\n<!-- end example -->`);
  }
  return readme.replaceAll(example, (whole) => outputs.get(whole) ?? whole);
}

const figures = /<!-- figures -->\n[\s\S]*?<!-- end figures -->/;
const maxFigures = 5;

/** The first rows of the first table of docs/results.md, each as an item of a list. */
function withFigures(readme: string): string {
  const lines = readFileSync(at('docs', 'results.md'), 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  if (first === -1) throw new Error('docs/results.md does not begin with a table: npm run bench -- ages');
  const points = lines.slice(first + 2, first + 2 + maxFigures).map((row) => {
    const [, question = '', ours = '', others = '', measured = ''] = row.split('|').map((cell) => cell.trim());
    const rivals = others === '' ? '' : ` Others: ${others}.`;
    return `- **${question}:** ${ours}.${rivals} (${measured.replaceAll('](#', '](docs/results.md#')})`;
  });
  return readme.replace(figures, () => `<!-- figures -->\n${points.join('\n')}\n<!-- end figures -->`);
}

/** Limit on the lines of README.md. */
const maxLines = 250;

/** @returns the new text of README.md, and its picture as SVG */
export async function readmeParts(readme: string): Promise<{ readme: string; picture: string }> {
  const project = new ExampleProject();
  try {
    await project.ask('index');
    const picture = terminalPicture(pictureCommand, await project.ask(pictureCommand));
    const newReadme = withFigures(await withExamples(readme, project));
    const lines = newReadme.split('\n').length;
    if (lines > maxLines)
      throw new Error(`README.md has ${lines} lines; it is for somebody with one minute: at most ${maxLines}`);
    return { readme: newReadme, picture };
  } finally {
    project.remove();
  }
}
