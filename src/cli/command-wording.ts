/** The wording of messages on the command line: calls and arguments are flagName as commands and flags that can be typed. */
import type { NamedArguments, Wording } from '../tools/wording.ts';
import { commandOf, type Flag, type ToolCommand } from './tool-commands.ts';

/** The value as a word of a shell command: in quotes, unless all its characters are safe in every shell. */
function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\w./:#@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The words of an argument without a flag: `max depth` for `maxDepth`, `max chars` for `max_chars`. */
function plainWords(argument: string): string {
  return argument.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[._]/g, ' ');
}

/** The flag that stands for the value; without a value, `--[no-]NAME` for a flag that can be negated. Null if no flag stands for the value. */
function flagFor(flag: Flag, value: unknown): string | null {
  if (typeof flag === 'string') return flag;
  if (value === undefined && flag['false']?.startsWith('--no-') === true) return flag['false'].replace('no-', '[no-]');
  return flag[String(value)] ?? flag['true'] ?? null;
}

/** `--lines 10-20`; the end of a range may be open. */
function rangeText(flag: string, [from, to]: readonly unknown[]): string {
  return from === null ? `${flag} FROM-TO` : `${flag} ${quoted(from)}-${to === undefined ? '' : quoted(to)}`;
}

/** Whether several arguments share the flag, as the ends of a range. */
function isRange({ flags }: ToolCommand, flag: string): boolean {
  return Object.values(flags).filter((one) => one === flag).length > 1;
}

/** The flags for the arguments, with their values; a value of null stands for any value. */
function flagsText(command: ToolCommand, args: NamedArguments): string[] {
  const texts = new Map<string, string>();
  for (const [argument, value] of Object.entries(args)) {
    const flag = command.flags[argument];
    if (flag === undefined || value === undefined) continue;
    const flagName = flagFor(flag, value);
    if (flagName === null || texts.has(flagName)) continue;
    if (isRange(command, flagName)) {
      const rangeArguments = Object.keys(command.flags).filter((one) => command.flags[one] === flagName);
      const ends = rangeArguments.map((one) => args[one]);
      texts.set(flagName, rangeText(flagName, ends));
    } else if (typeof flag !== 'string' || typeof value === 'boolean' || value === null) texts.set(flagName, flagName);
    else texts.set(flagName, `${flagName} ${quoted(value)}`);
  }
  return [...texts.values()];
}

function wordsText({ words = {} }: ToolCommand, args: NamedArguments): string[] {
  return Object.entries(words).flatMap(([argument, word]) => {
    const value = args[argument];
    if (value !== undefined && value !== null) return [quoted(value)];
    return word.startsWith('[') ? [] : [word];
  });
}

/** A whole command in backticks; a word in capitals is for the user to replace. */
function commandText(tool: string, args: NamedArguments): string {
  const command = commandOf(tool);
  if (command === null) return `\`code-scout tool ${tool}\``;
  return `\`${['code-scout', command.command, ...wordsText(command, args), ...flagsText(command, args)].join(' ')}\``;
}

const noCommand: ToolCommand = { command: '', flags: {} };

/** @param tool the tool whose answer or error is printed; null if there is none, as for an error outside of tools */
export function commandWording(tool: string | null): Wording {
  const command = (tool === null ? null : commandOf(tool)) ?? noCommand;
  const option = (argument: string, value?: unknown): string => {
    const word = command.words?.[argument];
    if (word !== undefined) return word.replaceAll(/[[\]]/g, '');
    const flag = command.flags[argument];
    const flagName = flag === undefined ? null : flagFor(flag, value);
    if (flagName === null)
      return value === undefined ? plainWords(argument) : `${plainWords(argument)} ${quoted(value)}`;
    return value === undefined ? flagName : flagsText(command, { [argument]: value }).join(' ');
  };
  return {
    heading: (name) => commandOf(name)?.command.split(' ')[0] ?? name,
    option,
    label: (argument) => option(argument).replace(/^--/, ''),
    repeat: (args) => flagsText(command, args).join(' '),
    tool: (name, args = {}) => commandText(name, args),
    call: commandText,
  };
}
