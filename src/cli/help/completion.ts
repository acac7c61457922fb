/** Completion scripts for bash, zsh and fish, generated from the command tree. They use only the shell itself. */
import type { Command, Option } from 'commander';
import { languageIds } from '../../config/language-ids.ts';
import { clients } from '../setup/clients.ts';
import { toolCommands } from '../tool-commands.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The value of an option or argument: none, a path, a symbol of the index, one of these words, or text that cannot be completed. */
type Value = 'none' | 'directory' | 'file' | 'symbol' | 'text' | readonly string[];

/** Not for people: completion scripts ask it for symbols. */
export const symbolCommand = 'complete-symbols';

interface CompletedOption {
  flag: string;
  description: string;
  value: Value;
}

interface CompletedCommand {
  name: string;
  description: string;
  options: CompletedOption[];
  argument: Value;
}

export interface CompletionModel {
  globals: CompletedOption[];
  commands: CompletedCommand[];
}

/** The value of an option, by the placeholder in its flags (`--root <dir>`). */
function valueOf(option: Option): Value {
  if (!option.required && !option.optional) return 'none';
  if (option.argChoices !== undefined) return option.argChoices;
  if (option.flags.includes('<dir>')) return 'directory';
  if (option.flags.includes('<path>')) return 'file';
  return option.flags.includes('<language>') ? languageIds : 'text';
}

function optionsOf(command: Command): CompletedOption[] {
  return command.options.map((option) => ({
    flag: option.long ?? option.flags,
    description: option.description,
    value: valueOf(option),
  }));
}

/** The values of arguments that are no free text, by argument name. */
function argumentValues(commands: readonly Command[]): ReadonlyMap<string, Value> {
  return new Map<string, Value>([
    ['client', clients.map(({ id }) => id)],
    ['command', [...commands.map((command) => command.name()), 'options']],
    ['file', 'file'],
    ['folder', 'directory'],
    ['from', 'symbol'],
    ['name', Object.keys(toolCommands)],
    ['path', 'directory'],
    ['place', 'file'],
    ['symbol', 'symbol'],
  ]);
}

export function completionModel(program: Command): CompletionModel {
  const visible = program.commands.filter((command) => command.name() !== symbolCommand);
  const values = argumentValues(visible);
  const help: CompletedOption = { flag: '--help', description: 'show help', value: 'none' };
  return {
    globals: [...optionsOf(program), help],
    commands: visible.map((command) => {
      const [argument] = command.registeredArguments;
      const value: Value = values.get(argument?.name() ?? '') ?? 'text';
      return {
        name: command.name(),
        description: command.summary() || command.description(),
        options: optionsOf(command),
        argument: argument === undefined ? 'none' : (argument.argChoices ?? value),
      };
    }),
  };
}

function allOptions({ globals, commands }: CompletionModel): CompletedOption[] {
  const byFlag = new Map(
    [...globals, ...commands.flatMap(({ options }) => options)].map((option) => [option.flag, option]),
  );
  return [...byFlag.values()];
}

function flagsOf(options: readonly CompletedOption[]): string {
  return options.map(({ flag }) => flag).join(' ');
}

function bashValue(value: Value): string {
  if (value === 'directory') return '_code_scout_paths -d';
  if (value === 'file') return '_code_scout_paths -f';
  if (value === 'symbol') return '_code_scout_symbols';
  return value === 'text' || value === 'none' ? ':' : `_code_scout_words '${value.join(' ')}'`;
}

/** bash splits words at `=`, so that `--flag=value` comes as three words. */
function bash(model: CompletionModel): string {
  const withValue = allOptions(model).filter(({ value }) => value !== 'none');
  const values = withValue.map(({ flag, value }) => `    ${flag}) ${bashValue(value)}; return ;;`);
  const commands = model.commands.map(
    ({ name, options, argument }) =>
      `    ${name}) options='${flagsOf([...options, ...model.globals])}'; argument=(${bashValue(argument)}) ;;`,
  );
  const names = model.commands.map(({ name }) => name).join(' ');
  return `# bash completion for code-scout: eval "$(code-scout completion bash)"
_code_scout_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}
_code_scout_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}
_code_scout_symbols() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" ${symbolCommand} -- "$cur" 2>/dev/null))
  if ((\${#COMPREPLY[@]} == 0)); then _code_scout_paths -f; fi
}
_code_scout() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command='' options argument i
  COMPREPLY=()
  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  case $prev in
${values.join('\n')}
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${withValue.map(({ flag }) => flag).join('|')}) ((i++)) ;;
      -*) ;;
      *) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command in
    '') options='${flagsOf(model.globals)}'; argument=(_code_scout_words '${names}') ;;
${commands.join('\n')}
    *) return ;;
  esac
  if [[ $cur == -* ]]; then _code_scout_words "$options"; else "\${argument[@]}"; fi
}
complete -F _code_scout code-scout code-scout-mcp
`;
}

function zshQuote(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, (character) => `\\${character}`);
}

function zshAction(value: Value): string {
  if (value === 'directory') return ':folder:_files -/';
  if (value === 'file') return ':file:_files';
  if (value === 'symbol') return ':symbol:_code_scout_symbols';
  return value === 'text' ? ':value: ' : `:value:(${(value as readonly string[]).join(' ')})`;
}

function zshOption({ flag, description, value }: CompletedOption): string {
  return `'${flag}[${zshQuote(description)}]${value === 'none' ? '' : zshAction(value)}'`;
}

/** As a file in $fpath the script is the body of the completion function, and calls it; when it is evaluated, it registers the function. */
function zsh(model: CompletionModel): string {
  const commands = model.commands.map(({ name, description }) => `    '${name}:${zshQuote(description)}'`);
  const cases = model.commands.map(({ name, options, argument }) => {
    const rest = argument === 'none' ? '' : ` '*${zshAction(argument)}'`;
    return `        ${name}) _arguments ${options.map(zshOption).join(' ')} $globals${rest} ;;`;
  });
  return `#compdef code-scout code-scout-mcp
# zsh completion for code-scout: eval "$(code-scout completion zsh)", or save it as _code-scout in a folder of $fpath
_code_scout_symbols() {
  local -a symbols=(\${(f)"$(code-scout ${symbolCommand} -- "$PREFIX" 2>/dev/null)"})
  if (( $#symbols )); then compadd -a symbols; else _files; fi
}
_code_scout() {
  local context state state_descr line
  typeset -A opt_args
  local -a globals=(
${model.globals.map((option) => `    ${zshOption(option)}`).join('\n')}
  )
  local -a commands=(
${commands.join('\n')}
  )
  _arguments -C $globals '1: :->command' '*:: :->rest'
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
${cases.join('\n')}
      esac ;;
  esac
}
if [[ $funcstack[1] == _code_scout || $funcstack[1] == _code-scout ]]; then _code_scout "$@"; else compdef _code_scout code-scout code-scout-mcp; fi
`;
}

function fishQuote(text: string): string {
  return text.replaceAll(/['\\]/g, (character) => `\\${character}`);
}

function fishValue(value: Value): string {
  if (value === 'none') return '';
  if (value === 'directory') return " -x -a '(__fish_complete_directories)'";
  if (value === 'symbol') return " -x -a '(__code_scout_symbols)'";
  return value === 'file' ? ' -r -F' : ` -x${value === 'text' ? '' : ` -a '${value.join(' ')}'`}`;
}

/** In the script, `__code_scout_command` succeeds if a command has been typed, or with an argument, if that command has been typed. */
function fish(model: CompletionModel): string {
  const withValue = allOptions(model).filter(({ value }) => value !== 'none');
  const line = (condition: string, rest: string): string => `complete -c $program${condition} ${rest}`;
  const option = ({ flag, description, value }: CompletedOption): string =>
    `-l ${flag.replace(/^--/, '')}${fishValue(value)} -d '${fishQuote(description)}'`;
  const lines = [
    line('', '-f'),
    ...model.globals.map((one) => line('', option(one))),
    ...model.commands.flatMap((command) => {
      const condition = ` -n '__code_scout_in ${command.name}'`;
      const { argument } = command;
      return [
        line(" -n 'not __code_scout_command'", `-a ${command.name} -d '${fishQuote(command.description)}'`),
        ...command.options.map((one) => line(condition, option(one))),
        ...(argument === 'none' || argument === 'text'
          ? []
          : [line(condition, fishValue(argument).replace(' -x', '').trim())]),
      ];
    }),
  ];
  return `# fish completion for code-scout: code-scout completion fish | source
function __code_scout_command
  set -l skip 0
  for word in (commandline -opc)[2..-1]
    if test $skip = 1
      set skip 0
      continue
    end
    switch $word
      case ${withValue.map(({ flag }) => flag).join(' ')}
        set skip 1
      case '-*'
      case '*'
        test (count $argv) -eq 0; and return 0
        test $word = $argv[1]; and return 0
        return 1
    end
  end
  return 1
end
function __code_scout_symbols
  code-scout ${symbolCommand} -- (commandline -ct) 2>/dev/null
  or __fish_complete_path (commandline -ct)
end
function __code_scout_in
  __code_scout_command $argv[1]
end
for program in code-scout code-scout-mcp
${lines.map((one) => `  ${one}`).join('\n')}
end
`;
}

const writers: Readonly<Record<Shell, (model: CompletionModel) => string>> = { bash, zsh, fish };

export function completionScript(shell: Shell, program: Command): string {
  return writers[shell](completionModel(program));
}
