/** The help: commands in groups, the most needed options, and for each command its examples. */
import { Help } from 'commander';
import type { Command, Option, OutputConfiguration } from 'commander';
import type { AppError } from '../../model/error.ts';
import { commandGuides } from './command-guide.ts';
import type { CommandGuide } from './command-guide.ts';
import { foldText } from '../terminal/fold.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Wider lines are hard to read. */
const maxWidth = 100;

/** The options that `--help` lists; `help options` lists all. */
const mainOptions: ReadonlySet<string> = new Set(['--root', '--json', '--color', '--no-pager', '--version', '--help']);
const allOptions = 'options';

class CommandHelp extends Help {
  readonly #program: Command;
  readonly #isAll: () => boolean;
  #isPrinting = false;

  constructor(program: Command, isAll: () => boolean) {
    super();
    this.#program = program;
    this.#isAll = isAll;
  }

  override formatHelp(command: Command, helper: Help): string {
    this.#isPrinting = true;
    try {
      return super.formatHelp(command, helper);
    } finally {
      this.#isPrinting = false;
    }
  }

  /** All of them where the library looks for the option that a wrong one may have meant. */
  override visibleOptions(command: Command): Option[] {
    const options = super.visibleOptions(command);
    if (!this.#isPrinting || command !== this.#program || this.#isAll()) return options;
    return options.filter(({ long }) => long !== undefined && mainOptions.has(long));
  }

  override visibleCommands(command: Command): Command[] {
    return this.#isPrinting && this.#isAll() ? [] : super.visibleCommands(command);
  }

  /** Commands in the order of their guides, whatever order they were added in. */
  override groupItems<T extends Command | Option>(
    all: T[],
    visible: T[],
    groupOf: (item: T) => string,
  ): Map<string, T[]> {
    const order = new Map(Object.keys(commandGuides).map((name, at) => [name, at]));
    const sorted = (items: T[]): T[] =>
      items.toSorted((a, b) => (order.get(a.name()) ?? order.size) - (order.get(b.name()) ?? order.size));
    const isOptions = visible.some((item) => 'flags' in item);
    return isOptions
      ? super.groupItems(all, visible, groupOf)
      : super.groupItems(sorted(all), sorted(visible), groupOf);
  }

  /** Only the name: the arguments are in the help of the command, and here they would take half of the line. */
  override subcommandTerm(command: Command): string {
    return command.name();
  }
}

/** Examples and near commands. */
function guideText({ examples, seeAlso }: CommandGuide, terminal: Terminal): string {
  const width = Math.max(...examples.map(([command]) => command.length));
  const columns = helpWidth(terminal);
  const isBeside = examples.every(([, meaning]) => `  code-scout ${meaning}  `.length + width <= columns);
  return [
    '',
    terminal.paint('heading', 'Examples:'),
    ...examples.map(([command, meaning]) => {
      const between = isBeside ? `${' '.repeat(width - command.length)}  ` : '\n      ';
      return `  ${terminal.paint('command', `code-scout ${command}`)}${between}${terminal.paint('dim', meaning)}`;
    }),
    '',
    foldText(`See also: ${seeAlso.map((name) => `code-scout ${name}`).join(', ')}`, columns),
  ].join('\n');
}

/** A pipe gets lines of 80 columns. */
function helpWidth({ width }: Terminal): number {
  return Math.min(width ?? 80, maxWidth);
}

/** How help is printed; to be set before commands are added, which inherit it. */
export function helpOutput(terminal: Terminal): OutputConfiguration {
  return {
    writeOut: (text) => {
      terminal.usePager();
      terminal.out(text.trimEnd());
    },
    // Errors are thrown and reported once, by `main`.
    writeErr: () => {},
    getOutHelpWidth: () => helpWidth(terminal),
    // Styles are left out by the terminal where none are wanted.
    getOutHasColors: () => true,
  };
}

interface HelpRequest {
  terminal: Terminal;
  /** Printed at the end of the help of the program. */
  after: (isAll: boolean) => string;
  unknownCommand: (name: string) => AppError;
}

/** Call it after all commands were added. */
export function addHelp(program: Command, { terminal, after, unknownCommand }: HelpRequest): void {
  let isAll = false;
  const help = new CommandHelp(program, () => isAll);
  const paint: Partial<Help> = {
    styleTitle: (text) => terminal.paint('heading', text),
    styleSubcommandTerm: (text) => terminal.paint('command', text),
    styleOptionTerm: (text) => terminal.paint('command', text),
  };
  program
    .command('help')
    .argument('[command]', `a command, or \`${allOptions}\` for the options that every command takes`)
    .description(`Show the help of a command; with \`${allOptions}\`, the options that every command takes.`)
    .action((name: string | undefined) => {
      isAll = name === allOptions;
      const target = name === undefined || isAll ? program : program.commands.find((one) => one.name() === name);
      if (target === undefined) throw unknownCommand(name!);
      target.help();
    });
  for (const command of [program, ...program.commands]) {
    command.createHelp = () => Object.assign(help, paint);
    const guide = commandGuides[command.name()];
    if (command === program || guide === undefined) continue;
    command.helpGroup(guide.group).summary(guide.summary);
    command.addHelpText('after', () => guideText(guide, terminal));
  }
  program.addHelpText('after', () => after(isAll));
}
