/**
 * The blocks of a component file: `<script>`, `<style>`, comments, and the code between the fences of Astro. The rest is markup.
 * Invariant: linear in the text; an unclosed block ends with the text.
 */

export interface Block {
  kind: 'script' | 'style' | 'comment';
  /** Offsets of the content. */
  start: number;
  end: number;
  /** Offsets of the whole block, with its tags. */
  from: number;
  to: number;
  /** Attributes of the opening tag, in lower case. */
  attributes: ReadonlyMap<string, string>;
}

const programTypes: ReadonlySet<string> = new Set([
  '',
  'module',
  'text/javascript',
  'text/typescript',
  'text/babel',
  'ts',
]);

/** Whether a block is a script that holds code; other scripts hold data or markup. */
export function isProgram({ kind, attributes }: Block): boolean {
  return kind === 'script' && programTypes.has(attributes.get('type') ?? '');
}

/** The blocks of a file, in source order. A block inside of another block is only part of the outer block. */
export function blocksOf(text: string, hasFences: boolean): Block[] {
  const blocks: Block[] = [];
  const fence = hasFences ? fencedBlock(text) : null;
  if (fence !== null) blocks.push(fence);
  const opening = /<!--|<(script|style)(?=[\s>/])/gi;
  opening.lastIndex = fence?.to ?? 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const block = found[1] === undefined ? commentAt(text, found.index) : elementAt(text, found.index, found[1]);
    blocks.push(block);
    opening.lastIndex = Math.max(block.to, opening.lastIndex);
  }
  return blocks;
}

/** The code between `---` fences at the start of an Astro file. */
function fencedBlock(text: string): Block | null {
  const opening = /^\s*---[ \t]*\r?\n/.exec(text);
  if (opening === null) return null;
  const close = /^---[ \t]*$/gm;
  close.lastIndex = opening[0].length;
  const found = close.exec(text);
  const end = found?.index ?? text.length;
  const to = found === null ? text.length : end + found[0].length;
  return { kind: 'script', start: opening[0].length, end, from: 0, to, attributes: new Map([['lang', 'ts']]) };
}

function commentAt(text: string, from: number): Block {
  const close = text.indexOf('-->', from);
  const to = close === -1 ? text.length : close + 3;
  return { kind: 'comment', start: from, end: to, from, to, attributes: new Map() };
}

function elementAt(text: string, from: number, name: string): Block {
  const kind = name.toLowerCase() === 'script' ? 'script' : 'style';
  const { attributes, end: start, isClosed } = readAttributes(text, from + 1 + name.length);
  if (isClosed) return { kind, start, end: start, from, to: start, attributes };
  const closing = new RegExp(`</${kind}\\s*>`, 'gi');
  closing.lastIndex = start;
  const found = closing.exec(text);
  const end = found?.index ?? text.length;
  return { kind, start, end, from, to: found === null ? end : end + found[0].length, attributes };
}

/** @param from the offset after the tag's name */
function readAttributes(
  text: string,
  from: number,
): { attributes: Map<string, string>; end: number; isClosed: boolean } {
  const attributes = new Map<string, string>();
  // A name, optionally with a value, which may be quoted.
  const part = /\s*(?:([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?|(\/?>)|[^])/y;
  part.lastIndex = from;
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    const [, name, double, single, bare, end] = found;
    if (name !== undefined) attributes.set(name.toLowerCase(), (double ?? single ?? bare ?? '').toLowerCase());
    if (end !== undefined) return { attributes, end: part.lastIndex, isClosed: end === '/>' };
  }
  return { attributes, end: text.length, isClosed: false };
}
