/**
 * How an answer names calls and arguments. A tool gives the call or argument that it means; the front end decides how to write it: with the
 * protocol's names for an agent (here), with commands and flags in a terminal (src/cli/command-wording.ts).
 * Invariant: a tool does not know which front end prints its answer.
 */

/** Arguments by name; null stands for any value, so that only the argument is named. */
export type NamedArguments = Readonly<Record<string, unknown>>;

export interface Wording {
  /** The name that an answer of the tool starts with. */
  heading(tool: string): string;
  /** An argument of this call: its name, or its name with a value. */
  option(argument: string, value?: unknown): string;
  /** An argument of this call as the title of a line: `maxDepth`, or `depth`. */
  label(argument: string): string;
  /** A repetition of this call with other values for some of its arguments. */
  repeat(args: NamedArguments): string;
  /** Another tool. An agent gets only its name; a terminal shows the whole command with `args`. */
  tool(name: string, args?: NamedArguments): string;
  /** Another call with its arguments. */
  call(tool: string, args: NamedArguments): string;
}

function pairText([name, value]: [string, unknown]): string {
  return value === null ? name : `${name}: ${JSON.stringify(value)}`;
}

function argumentsText(args: NamedArguments): string {
  const pairs = Object.entries(args);
  return pairs.map(pairText).join(pairs.every(([, value]) => value === null) ? ' and ' : ', ');
}

/** For agents: names of tools and of their arguments. */
export const protocolWording: Wording = {
  heading: (tool) => tool,
  option: (argument, value = null) => pairText([argument, value]),
  label: (argument) => argument,
  repeat: (args) => `the same call with ${argumentsText(args)}`,
  tool: (name) => name,
  call: (tool, args) => `${tool} with ${argumentsText(args)}`,
};
