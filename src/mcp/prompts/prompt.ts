/**
 * The contract of a prompt: a task for the model, what the tools answer about it now, and which tools to call next.
 * Invariant: a prompt's file loads nothing large, since clients ask for the list of prompts right after the handshake.
 */
import type { Engine } from '../../engine/types.ts';

/** How a prompt calls the tools. */
export interface Facts {
  /** The text of a tool's answer. Throws `AppError`. */
  ask(tool: string, args: Record<string, unknown>): Promise<string>;
  /** The same; null if what was asked for does not exist or the arguments are invalid. */
  seek(tool: string, args: Record<string, unknown>): Promise<string | null>;
  /** Whether there is a tool of this name. */
  has(tool: string): boolean;
  engine: Engine;
}

export interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** What completes it: `paths` are several, separated by spaces. */
  completes: 'symbol' | 'path' | 'paths' | null;
}

export interface PromptMessage {
  task: string;
  /** Title and text of each part. */
  facts: readonly (readonly [title: string, text: string])[];
  /** A tool, and what it is good for here. */
  next: readonly (readonly [tool: string, text: string])[];
}

export interface ProductPrompt {
  /** `^[a-z-]+$`; never renamed. */
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** Called only with the arguments named above, including all required ones. Throws `AppError`. */
  write(args: Readonly<Record<string, string>>, facts: Facts): Promise<PromptMessage>;
}

export const symbolArgument: PromptArgument = {
  name: 'symbol',
  description: 'A name, Class.method, or id (src/app.ts#App.run)',
  required: true,
  completes: 'symbol',
};
