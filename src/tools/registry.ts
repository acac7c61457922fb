/** Written by `npm run gen` from the folders of src/tools; do not edit. */
import { tool as codeScoutIndex } from './code-scout-index/tool.ts';
import { tool as codeScoutSearch } from './code-scout-search/tool.ts';
import { tool as codeScoutStatus } from './code-scout-status/tool.ts';
import type { Tool } from './tool.ts';

/** Every tool, by name. */
export const tools: readonly Tool[] = [codeScoutIndex, codeScoutSearch, codeScoutStatus];
