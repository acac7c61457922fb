/**
 * The contract of a prompt: a task for the model, the facts about it as they are at this moment, and which tools to call next.
 * Invariant: a prompt's file loads nothing heavy, since the list of prompts is asked for right after the handshake.
 */
import type { Engine } from '../../engine/types.ts';

/** What is asked of the tools for a prompt. */
export interface Facts {
  /** The text of a tool's answer. Throws `AppError`. */
  ask(tool: string, args: Record<string, unknown>): Promise<string>;
  /** The same, or null where what was asked for is not there or cannot be meant. */
  seek(tool: string, args: Record<string, unknown>): Promise<string | null>;
  /** Whether there is such a tool at all. */
  has(tool: string): boolean;
  engine: Engine;
}

export interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** What completes it: `paths` are several, apart by spaces. */
  completes: 'symbol' | 'path' | 'paths' | null;
}

export interface PromptMessage {
  task: string;
  /** Title and text of each part. */
  facts: readonly (readonly [title: string, text: string])[];
  /** A tool, and what for. */
  next: readonly (readonly [tool: string, text: string])[];
}

export interface ProductPrompt {
  /** `^[a-z-]+$`; never renamed. */
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** Only with arguments that are named above, the required ones among them. Throws `AppError`. */
  write(args: Readonly<Record<string, string>>, facts: Facts): Promise<PromptMessage>;
}

export const symbolArgument: PromptArgument = {
  name: 'symbol',
  description: 'A name, Class.method, or id (src/app.ts#App.run)',
  required: true,
  completes: 'symbol',
};
