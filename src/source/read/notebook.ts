/**
 * Jupyter notebooks as text: each line of a cell stands, decoded, on the line that it has in the file, and every other line is empty. So the lines
 * of definitions, calls and pieces are lines of the file, and lead to the cell. The first line names the language of the cells as a script's
 * does, and a line before each cell gives its number and its id. Text that is not code is a comment: cells of Markdown, and IPython's commands.
 * Invariants: the text has as many lines as the file. No output of a cell is part of it.
 */
import { cellHeading } from '../../model/notebook-cell.ts';
import { lastAtMost } from '../../util/lower-bound.ts';
import { parseJson, type JsonObject, type JsonPart } from '../../util/json-tree.ts';

/**
 * The text of a notebook. Null where a text is no notebook (of nbformat 4), or where lines of a cell share a line of the file, as in JSON
 * without line breaks.
 */
export function notebookText(json: string): string | null {
  let root: JsonPart | null;
  try {
    root = parseJson(json, { isLenient: false });
  } catch {
    return null;
  }
  const cells = memberOf(root, 'cells');
  if (cells?.kind !== 'array') return null;
  const language = languageOf(root);
  const lines = new PlacedLines(json);
  lines.place(0, `#!${programs.get(language) ?? language}`);
  const comment = slashLanguages.has(language) ? '//' : '#';
  const isPlaced = cells.items.every((cell, index) => {
    const source = memberOf(cell, 'source');
    if (source === null || cell.kind !== 'object') return true;
    const texts = source.kind === 'array' ? source.items : [source];
    const written = texts.map((part) => ({ at: part.from, text: stringOf(part) ?? '' }));
    const isCode = stringOf(memberOf(cell, 'cell_type')) === 'code';
    const texted = written.map(({ text }) => text.replace(/\r?\n$/, ''));
    if (texted.some((text) => text.includes('\n'))) return false;
    const shown = !isCode
      ? texted.map((text) => `${comment} ${text}`.trimEnd())
      : language === 'python'
        ? withoutCommands(texted)
        : texted;
    if (!written.every(({ at }, line) => lines.placeAt(at, shown[line]!))) return false;
    // Where the first line of the cell stands on the line of the key, there is no room for the heading.
    if (texted.length > 0)
      lines.placeAt(keyOf(cell, 'source'), cellHeading({ number: index + 1, id: idOf(cell), isCode }, comment));
    return true;
  });
  return isPlaced ? lines.toString() : null;
}

/** Programs that run the language of a kernel, where they have another name. */
const programs: ReadonlyMap<string, string> = new Map([
  ['javascript', 'node'],
  ['typescript', 'ts-node'],
  ['r', 'Rscript'],
]);

/** Languages of kernels whose comments begin with two slashes. */
const slashLanguages: ReadonlySet<string> = new Set([
  ...['javascript', 'typescript', 'java', 'kotlin', 'scala', 'groovy', 'go', 'rust', 'swift', 'dart', 'php'],
  ...['c', 'c++', 'c#', 'csharp', 'f#', 'fsharp'],
]);

/** The language of the kernel, in lower case without a version; Python where the notebook does not say. */
function languageOf(root: JsonPart | null): string {
  const metadata = memberOf(root, 'metadata');
  const name =
    stringOf(memberOf(memberOf(metadata, 'language_info'), 'name')) ??
    stringOf(memberOf(memberOf(metadata, 'kernelspec'), 'language'));
  return /^[a-z][a-z+#-]{0,30}/i.exec(name ?? '')?.[0].toLowerCase() ?? 'python';
}

/** The id, where it has the characters that the format allows. */
function idOf(cell: JsonObject): string | null {
  const id = stringOf(memberOf(cell, 'id')) ?? '';
  return /^[\w-]{1,64}$/.test(id) ? id : null;
}

/** Cell commands of IPython whose cell is Python still. */
const pythonCommands = /^%%(?:time|timeit|capture|prun|memit|memray_flamegraph)\b/;

/** Python with IPython's commands (`%matplotlib inline`, `!ls`, `name?`) as comments; a statement of nothing stands for those in a block. */
function withoutCommands(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const isOtherLanguage = first !== -1 && lines[first]!.startsWith('%%') && !pythonCommands.test(lines[first]!);
  return lines.map((line) => {
    if (isOtherLanguage) return line === '' ? '' : `# ${line}`;
    const [, indent = '', assigned = '', command] =
      /^(\s*)([\w,.[\]'"][\w, .[\]'"]*=\s*)?((?:%{1,2}[a-z_]|!).*)$/i.exec(line) ??
      /^(\s*)()(\??[\w.]+\?{1,2})\s*$/.exec(line) ??
      [];
    if (command === undefined) return line;
    if (assigned !== '') return `${indent}${assigned}None # ${command}`;
    return indent === '' ? `# ${command}` : `${indent}pass # ${command}`;
  });
}

function memberOf(part: JsonPart | null, key: string): JsonPart | null {
  if (part?.kind !== 'object') return null;
  return part.members.find((member) => member.key === key)?.value ?? null;
}

/** The offset of a key that the object has. */
function keyOf(part: JsonObject, key: string): number {
  return part.members.find((member) => member.key === key)!.keyAt;
}

function stringOf(part: JsonPart | null): string | null {
  return part?.kind === 'scalar' && typeof part.value === 'string' ? part.value : null;
}

/** Lines of a text, filled one by one in any order. */
class PlacedLines {
  readonly #lines: string[];
  /** Offsets at which the lines of the file begin. */
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
    this.#lines = this.#starts.map(() => '');
  }

  /** Places text on the line of an offset. @returns whether the line was empty */
  placeAt(offset: number, text: string): boolean {
    return this.place(lastAtMost(this.#starts, offset), text);
  }

  place(line: number, text: string): boolean {
    if (this.#lines[line] !== '') return false;
    this.#lines[line] = text;
    return true;
  }

  toString(): string {
    return this.#lines.join('\n');
  }
}
