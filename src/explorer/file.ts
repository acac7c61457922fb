/** `file`: what stands around the text of a file. */
import type { Engine } from '../engine/types.ts';
import { AppError } from '../model/error.ts';
import type { FileAnswer, OutlineEntry, Questions } from './contract.ts';
import { cutText, listed, type Question } from './question.ts';

const outlineShown = 500;
const outlineBytes = 45_000;
const filesShown = 50;
const chunksShown = 200;

async function answer(engine: Engine, { path: given }: { path: string }): Promise<FileAnswer> {
  const file = await engine.chunks.file(given);
  const { path, language, indexed } = file;
  const [outline, links] = await Promise.all([outlineOf(engine, path), engine.graph.fileLinks(path)]);
  const chunks = file.chunks.map(({ id, startLine, endLine, kind, symbols }) => {
    return { id, startLine, endLine, kind, symbols: cutText(symbols.join(', '), 100) };
  });
  return {
    path,
    language,
    lines: file.lines.length,
    indexed,
    outline: listed(fitting(outline), { cap: outlineShown, budget: outlineBytes, total: outline.length }),
    importedBy: listed(links.usedBy, { cap: filesShown, budget: 8000 }),
    imports: listed(links.uses, { cap: filesShown, budget: 8000 }),
    chunks: listed(chunks, { cap: chunksShown, budget: 20_000 }),
    note: links.state.freshness.note,
  };
}

/** An outline without its innermost levels, as many as it takes to show the others from the first line to the last. */
function fitting(outline: readonly OutlineEntry[]): OutlineEntry[] {
  const fits = (entries: readonly OutlineEntry[]): boolean =>
    entries.length <= outlineShown && Buffer.byteLength(JSON.stringify(entries)) <= outlineBytes;
  let shown = [...outline];
  for (let deepest = Math.max(0, ...outline.map(({ depth }) => depth)); deepest > 0 && !fits(shown); deepest--) {
    shown = shown.filter(({ depth }) => depth < deepest);
  }
  return shown;
}

/** Empty for a file that is not in the index. */
async function outlineOf(engine: Engine, path: string): Promise<OutlineEntry[]> {
  const outline = await engine.graph.outline({ symbol: path }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NotFoundError') return { symbols: [] };
    throw error;
  });
  return outline.symbols.map(({ name, kind, signature, exported, startLine, endLine, depth }) => {
    const shown = signature === null ? null : cutText(signature, 120);
    return { name: cutText(name, 120), kind, signature: shown, exported, line: startLine, endLine, depth };
  });
}

export const fileQuestion: Question<Questions['file']> = { read: (given) => ({ path: given.text('path') }), answer };
