/**
 * The contract of a prompt: a task for the model, what the tools answer about it now, and which tools to call next.
 * Invariant: a prompt's file loads nothing large, since clients ask for the list of prompts right after the handshake.
 */
import type { Engine } from '../../engine/types.ts';

/** Calls of tools, for a prompt. */
export interface PromptCalls {
  /** The text of a tool's answer. Throws `AppError`. */
  ask(tool: string, args: Record<string, unknown>): Promise<string>;
  /** As `ask`, but null if the subject of the call does not exist or the arguments are invalid. */
  askOrNull(tool: string, args: Record<string, unknown>): Promise<string | null>;
  /** Whether there is a tool of this name. */
  has(tool: string): boolean;
  engine: Engine;
}

export interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** With which values it is completed: `paths` stands for several paths, separated by spaces; null: not at all. */
  completes: 'symbol' | 'path' | 'paths' | null;
}

export interface PromptMessage {
  task: string;
  /** Title and text of each part. */
  facts: readonly (readonly [title: string, text: string])[];
  /** Tools to call next; the text continues a sentence that begins with the tool's name. */
  next: readonly (readonly [tool: string, text: string])[];
}

export interface ProductPrompt {
  /** `^[a-z-]+$`; never renamed. */
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** Called only with the arguments named above, including all required ones. Throws `AppError`. */
  write(args: Readonly<Record<string, string>>, calls: PromptCalls): Promise<PromptMessage>;
}

export const symbolArgument: PromptArgument = {
  name: 'symbol',
  description: 'A name, Class.method, or id (src/app.ts#App.run)',
  required: true,
  completes: 'symbol',
};
