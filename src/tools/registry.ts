/** Written by `npm run gen` from the folders of src/tools; do not edit. */
import { tool as changes } from './changes/tool.ts';
import { tool as chunkFile } from './chunk-file/tool.ts';
import { tool as chunkFiles } from './chunk-files/tool.ts';
import { tool as codeScoutIndex } from './code-scout-index/tool.ts';
import { tool as codeScoutSearch } from './code-scout-search/tool.ts';
import { tool as codeScoutStatus } from './code-scout-status/tool.ts';
import { tool as explainUsage } from './explain-usage/tool.ts';
import { tool as explore } from './explore/tool.ts';
import { tool as findPath } from './find-path/tool.ts';
import { tool as getCallees } from './get-callees/tool.ts';
import { tool as getCallers } from './get-callers/tool.ts';
import { tool as getChunk } from './get-chunk/tool.ts';
import { tool as getContext } from './get-context/tool.ts';
import { tool as getDefinition } from './get-definition/tool.ts';
import { tool as getImpact } from './get-impact/tool.ts';
import { tool as getImplementers } from './get-implementers/tool.ts';
import { tool as getNeighbors } from './get-neighbors/tool.ts';
import { tool as getOutline } from './get-outline/tool.ts';
import { tool as listDirectory } from './list-directory/tool.ts';
import { tool as listIndexedFiles } from './list-indexed-files/tool.ts';
import { tool as readFile } from './read-file/tool.ts';
import { tool as search } from './search/tool.ts';
import { tool as searchByEmbedding } from './search-by-embedding/tool.ts';
import { tool as searchCode } from './search-code/tool.ts';
import { tool as searchRepo } from './search-repo/tool.ts';
import type { Tool } from './tool.ts';

/** Every tool, by name. */
export const tools: readonly Tool[] = [
  changes,
  chunkFile,
  chunkFiles,
  codeScoutIndex,
  codeScoutSearch,
  codeScoutStatus,
  explainUsage,
  explore,
  findPath,
  getCallees,
  getCallers,
  getChunk,
  getContext,
  getDefinition,
  getImpact,
  getImplementers,
  getNeighbors,
  getOutline,
  listDirectory,
  listIndexedFiles,
  readFile,
  search,
  searchByEmbedding,
  searchCode,
  searchRepo,
];
