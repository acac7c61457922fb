/**
 * `code-scout context`, `chunks` and `chunk`: the tools `get_context`, `chunk_file` or `chunk_files`, and `get_chunk`; with --json the
 * engine's result where the tool's answer is code.
 */
import type { Chunk, ChunkedFile } from '../../model/chunk.ts';
import { tool as chunkFile } from '../../tools/chunk-file/tool.ts';
import { tool as chunkFiles } from '../../tools/chunk-files/tool.ts';
import { tool as getChunk } from '../../tools/get-chunk/tool.ts';
import { tool as getContext } from '../../tools/get-context/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { pathFrom } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface ChunkOptions {
  maxChars?: string;
}

export interface PageOptions extends ChunkOptions {
  startLine?: string;
}

export interface FilesOptions extends PageOptions {
  cursor?: string;
}

function chunkData(file: ChunkedFile, chunk: Chunk): object {
  return { ...chunk, text: file.lines.slice(chunk.startLine - 1, chunk.endLine).join('\n') };
}

export async function showContext(request: ProjectRequest, givenPath: string, options: PageOptions): Promise<ExitCode> {
  const path = pathFrom(request, givenPath);
  return runTool(request, {
    tool: getContext,
    args: argumentsFor('get_context', { filePath: path }, options),
    data: async (engine) => {
      const file = await engine.chunks.file(path);
      const { lines, chunks, ...rest } = file;
      return { ...rest, lines: lines.length, chunks: chunks.map((chunk) => chunkData(file, chunk)) };
    },
  });
}

export async function showChunks(
  request: ProjectRequest,
  givenPaths: string[],
  options: FilesOptions,
): Promise<ExitCode> {
  const paths = givenPaths.map((path) => pathFrom(request, path));
  const [only] = paths;
  return paths.length === 1 && options.cursor === undefined
    ? runTool(request, { tool: chunkFile, args: argumentsFor('chunk_file', { file_path: only }, options) })
    : runTool(request, { tool: chunkFiles, args: argumentsFor('chunk_files', { file_paths: paths }, options) });
}

export async function showChunk(request: ProjectRequest, id: string, options: ChunkOptions): Promise<ExitCode> {
  return runTool(request, {
    tool: getChunk,
    args: argumentsFor('get_chunk', { chunkId: id }, options),
    data: async (engine) => {
      const { file, chunk } = await engine.chunks.chunk(id);
      return { path: file.path, language: file.language, ...chunkData(file, chunk) };
    },
  });
}
