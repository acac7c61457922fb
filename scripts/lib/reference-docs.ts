/** The pages of docs/reference, written from the tables that the product itself uses. */
import { entries, largeFolders, maxFilesInFolder, rooms } from './rooms.ts';
import type { Argument, Command, Option as CliOption } from 'commander';
import { projectFileName } from '../../src/config/config-file.ts';
import { commandGuides } from '../../src/cli/help/command-guide.ts';
import { environmentMeanings } from '../../src/cli/help/environment.ts';
import { describeOption, environmentName, options } from '../../src/config/options.ts';
import type { Option } from '../../src/config/option.ts';
import { describeExpected, formatBytes } from '../../src/config/values.ts';
import type { Language } from '../../src/languages/language.ts';
import type { Tool } from '../../src/tools/tool.ts';

const generatedNote = '<!-- Written by `npm run gen`; do not edit. -->';

/** `|` would end a cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

function defaultText(option: Option): string {
  if (option.type === 'bytes') return formatBytes(option.default);
  if (option.type === 'list')
    return option.default.length > 4 ? `${option.default.length} entries, below` : JSON.stringify(option.default);
  return JSON.stringify(option.default);
}

const trustText: Record<Option['trust'], string> = {
  anyone: 'yes',
  insideRoot: 'only below the root',
  lower: 'only to lower it',
  user: 'no',
};

export function configurationPage(): string {
  const entries = Object.entries<Option>(options);
  const sections = new Map(entries.map(([key]) => [key.split('.')[0] ?? key, [] as [string, Option][]]));
  for (const entry of entries) sections.get(entry[0].split('.')[0] ?? '')?.push(entry);
  const parts = [...sections].map(([section, list]) => {
    const rows = list.map(([key, option]) => [
      `\`${key}\``,
      `\`${defaultText(option)}\``,
      `${describeOption(option)} Takes ${describeExpected(option)}.`,
      [
        `\`${environmentName(key).replace('*', 'ID')}\``,
        ...(option.flag === undefined ? [] : [`\`${option.flag}\``]),
      ].join(', '),
      trustText[option.trust],
    ]);
    return `## ${section}\n\n${table(['key', 'default', 'meaning', 'variable, flag', 'project file'], rows)}\n`;
  });
  const lists = entries
    .filter(([, option]) => option.type === 'list' && option.default.length > 4)
    .map(
      ([key, option]) =>
        `### Default of \`${key}\`\n\n\`\`\`\n${(option.default as readonly string[]).join('\n')}\n\`\`\`\n`,
    );
  return `${generatedNote}

# Configuration

Nothing needs to be configured. Later sources win over earlier ones:

1. the defaults below;
2. the user's file: \`$XDG_CONFIG_HOME/code-scout/config.json\` (else \`~/.config/code-scout/config.json\`; on macOS
   \`~/Library/Application Support/code-scout/config.json\`, on Windows \`%APPDATA%\\code-scout\\config.json\`);
3. the project's file: \`${projectFileName}\` in its root;
4. the environment: \`CODE_SCOUT_…\`;
5. flags.

A file is a JSON object of groups, \`{ "indexing": { "maxFileSize": "2MB" } }\`; \`$schema\` is ignored. In variables and flags a list
is separated by commas. Unknown keys, wrong types and values out of range stop the program with the file, the line and the key named.
\`code-scout config\` shows the effective values and where each came from.

The project's file comes with the repository and is therefore not trusted: the last column says which keys it may set. What it may only lower, or
switch off, stays as it is where its value would raise it; \`code-scout config\` names such values.

${parts.join('\n')}
${lists.join('\n')}`;
}

export function languagesPage(languages: readonly Language[]): string {
  const code = (items: readonly string[]): string => items.map((item) => `\`${item}\``).join(' ');
  const parser: Record<Language['parser'], string> = {
    ecmascript: 'oxc, tree-sitter for broken files',
    'tree-sitter': 'tree-sitter',
    text: 'words',
  };
  const rows = languages
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((language) => [
      language.name,
      `\`${language.id}\``,
      code(language.extensions),
      [code(language.filenames ?? []), code((language.interpreters ?? []).map((one) => `#!${one}`))]
        .filter(Boolean)
        .join(' '),
      language.embedded === undefined ? parser[language.parser] : 'oxc for scripts and names in markup',
    ]);
  return `${generatedNote}

# Languages

${table(['language', 'id', 'extensions', 'names and interpreters', 'parser'], rows)}

\`id\` is the value of the \`language\` filter and of \`languages.<id>\` in the [configuration](configuration.md). Any other text file is
indexed by its words.
`;
}

interface JsonSchema {
  type?: string;
  description?: string;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

function parameterRows(schema: JsonSchema, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const required = schema.required?.includes(name) === true && property.default === undefined;
    const row = [
      `\`${prefix}${name}\``,
      property.type ?? '',
      property.default === undefined ? (required ? 'required' : '') : `\`${JSON.stringify(property.default)}\``,
      property.description ?? '',
    ];
    return [row, ...parameterRows(property, `${prefix}${name}.`)];
  });
}

export function toolsPage(tools: readonly Tool[], inputOf: (tool: Tool) => JsonSchema): string {
  const parts = tools
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((tool) => {
      const rows = parameterRows(inputOf(tool), '');
      const parameters =
        rows.length === 0 ? 'No parameters.' : table(['parameter', 'type', 'default', 'meaning'], rows);
      const writes = tool.annotations.readOnlyHint ? 'reads only' : 'writes';
      return `## ${tool.name}\n\n${tool.title} (toolset \`${tool.toolset}\`, ${writes}).\n\n${tool.description}\n\n${parameters}\n`;
    });
  return `${generatedNote}\n\n# Tools\n\n${parts.join('\n')}`;
}

function optionRows(list: readonly CliOption[]): string[][] {
  return list.filter((option) => !option.hidden).map((option) => [`\`${option.flags}\``, option.description]);
}

function argumentText(argument: Argument): string {
  const name = `${argument.name().toUpperCase()}${argument.variadic ? '…' : ''}`;
  return argument.required ? name : `[${name}]`;
}

function commandSection(command: Command): string {
  const usage = ['code-scout', command.name(), ...command.registeredArguments.map(argumentText)].join(' ');
  const rows = [
    ...command.registeredArguments.map((argument) => [`\`${argumentText(argument)}\``, argument.description]),
    ...optionRows(command.options),
  ];
  const optionsTable = rows.length === 0 ? '' : `\n${table(['', ''], rows)}\n`;
  const { examples = [] } = commandGuides[command.name()] ?? {};
  const width = Math.max(...examples.map(([words]) => words.length));
  const shown = examples.map(([words, meaning]) => `code-scout ${words.padEnd(width)}  # ${meaning}`).join('\n');
  return `## ${command.name()}\n\n\`${usage}\`\n\n${command.description()}\n${optionsTable}\n\`\`\`sh\n${shown}\n\`\`\`\n`;
}

export function cliPage(program: Command, exitCodes: readonly (readonly [number, string])[]): string {
  return `${generatedNote}

# Command line

${program.description()}

## Global options

${table(['', ''], optionRows(program.options))}

## Environment

${table(
  ['variable', 'meaning'],
  environmentMeanings.map(([name, meaning]) => [`\`${name}\``, meaning]),
)}

## Exit codes

${table(
  ['code', 'meaning'],
  exitCodes.map(([code, meaning]) => [String(code), meaning]),
)}

${program.commands
  .filter((one) => one.name() in commandGuides)
  .map(commandSection)
  .join('\n')}`;
}

/** docs/reference/rooms.md: the purpose of each folder of src, and the files that others may import. */
export function roomsPage(): string {
  const roomRows = Object.entries(rooms).map(([folder, { about }]) => `| \`${folder}/\` | ${about} |`);
  const entryRows = Object.entries(entries).map(
    ([folder, files]) => `| \`${folder}/\` | ${files.map((file) => `\`${file}\``).join(', ')} |`,
  );
  const large = Object.entries(largeFolders).map(([folder, reason]) => `- \`${folder}/\`: ${reason}`);
  return [
    '# Rooms of src',
    '',
    'Written by `npm run gen` from scripts/lib/rooms.ts; do not edit. `npm run check -- rooms` enforces it.',
    '',
    '| folder | purpose |',
    '|---|---|',
    ...roomRows,
    '',
    '## Entry files',
    '',
    'The files of a room that other rooms may import; all other files are internal. Any room may import `model/`, `util/` and `runtime/` as far as',
    '[who may import whom](../explanation/architecture.md#who-may-import-whom) allows it; the command line imports the folders of the tools by name.',
    '',
    '| room | entry files |',
    '|---|---|',
    ...entryRows,
    '',
    `A folder has at most ${maxFilesInFolder} source files of its own, except for these:`,
    '',
    ...large,
    '',
  ].join('\n');
}
