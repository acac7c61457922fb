/**
 * Lines of a file with what is known of them: their text as on disk, what is a comment, a string, a keyword or a number, and what each name means.
 * Invariant: text and names are of one state of the file. Where it changes in between, the page is read again.
 */
import { codeSpans, type WrittenLanguage } from '../../graph/queries/places/code-spans.ts';
import type { CodePage, NamesRequest } from '../../model/code-questions.ts';
import { knownLanguages } from '../indexing/plugin-languages.ts';
import type { Engine } from '../types.ts';

const writtenById = new Map<string, Promise<WrittenLanguage>>();

async function loadWritten(id: string): Promise<WrittenLanguage> {
  const entry = knownLanguages().find((language) => language.id === id);
  if (entry === undefined) return { id, nature: 'prose', keywords: [] };
  const { nature, keywords } = entry;
  const { lines } = entry.parser === 'text' ? await entry.load() : {};
  return { id, nature, keywords, ...lines };
}

function writtenLanguage(id: string): Promise<WrittenLanguage> {
  let written = writtenById.get(id);
  if (written === undefined) writtenById.set(id, (written = loadWritten(id)));
  return written;
}

export async function codePage(engine: Pick<Engine, 'chunks' | 'graph'>, request: NamesRequest): Promise<CodePage> {
  for (let round = 0; ; round++) {
    const file = await engine.chunks.file(request.file);
    const { path, language, indexed } = file;
    const names = await engine.graph.names({ ...request, file: path });
    // The names are those of the file as it is after its links were made anew.
    if (names.state.freshness.refreshed > 0 && round === 0) continue;
    const totalLines = file.lines.length;
    const startLine = Math.min(request.startLine, Math.max(1, totalLines));
    const endLine = Math.min(request.endLine, totalLines);
    const all = file.lines.slice(0);
    const lines = all.slice(startLine - 1, endLine);
    const spans = codeSpans(await writtenLanguage(language), all.join('\n'), { startLine, endLine });
    return { path, language, indexed, totalLines, startLine, lines, spans, names };
  }
}
