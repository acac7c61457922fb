/** The messages between a server and the thread of a plugin's tools. Invariant: they are plain data. */
import type { ToolAnswer } from './contract.ts';

export interface PluginThreadData {
  /** The plugin's module. */
  path: string;
}

export type ToPluginThread =
  | { type: 'call'; id: number; tool: string; root: string; args: Readonly<Record<string, unknown>> }
  | { type: 'cancel'; id: number }
  /** The answer to an `ask`. */
  | { type: 'answer'; question: number; answer: ToolAnswer };

export type FromPluginThread =
  | { type: 'done'; id: number; text: string; data: Record<string, unknown> | null }
  | { type: 'failed'; id: number; message: string }
  | { type: 'progress'; id: number; done: number; total: number; message: string }
  /** The tool of call `id` calls one of Code Scout's tools; `question` is the number of this request. */
  | { type: 'ask'; id: number; question: number; tool: string; args: Readonly<Record<string, unknown>> };
