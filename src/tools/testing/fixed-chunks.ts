/** Fixed answers about chunks, and the parts that tests make them of. */
import type { ChunkQueries } from '../../engine/types.ts';
import type { Chunk, ChunkedFile } from '../../model/chunk.ts';
import { AppError } from '../../model/error.ts';

/** A file whose chunks have these texts. `parts` has further fields of the chunks, by position. */
export function chunkedFile(
  path: string,
  texts: readonly string[],
  parts: readonly Partial<Chunk>[] = [],
): ChunkedFile {
  const lines: string[] = [];
  const chunks = texts.map((text, index): Chunk => {
    const startLine = lines.length + 1;
    lines.push(...text.split('\n'));
    const id = `chunk_${index.toString(32).padStart(14, '0')}`;
    return { id, startLine, endLine: lines.length, kind: 'text', symbols: [], container: null, ...parts[index] };
  });
  return { path, language: 'typescript', lines, chunks, indexed: true };
}

export function fixedChunks(files: readonly ChunkedFile[], note: string | null): ChunkQueries {
  return {
    file: async (path) => {
      const file = files.find((one) => one.path === path);
      if (file !== undefined) return file;
      throw new AppError('NotFoundError', `File not found: ${path}`, { hint: 'The nearest: none.' });
    },
    chunk: async (id) => {
      for (const file of files) {
        const chunk = file.chunks.find((one) => one.id === id);
        if (chunk !== undefined) return { file, chunk };
      }
      throw new AppError('NotFoundError', `Chunk not found: ${id}`, { hint: 'The nearest: none.' });
    },
    list: async ({ language, pathPrefix = '', offset, limit }) => {
      const matching = files.filter(
        (file) => (language === undefined || file.language === language) && file.path.startsWith(pathPrefix),
      );
      const languages = new Map<string, number>();
      for (const file of matching) languages.set(file.language, (languages.get(file.language) ?? 0) + 1);
      return {
        total: matching.length,
        languages: [...languages].map(([name, count]) => ({ language: name, files: count })),
        files: matching
          .slice(offset, offset + limit)
          .map((file) => ({ path: file.path, language: file.language, chunks: file.chunks.length })),
        note,
      };
    },
  };
}
