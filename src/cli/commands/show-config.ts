/** `code-scout config`: the effective configuration and where each value came from, or a description of every option. */
import { resolve } from 'node:path';
import { resolveRoot } from '../../engine/resolve-root.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { describeOption, environmentName, options as optionTable, settings } from '../../config/options.ts';
import type { Option } from '../../config/option.ts';
import { describeExpected, formatBytes } from '../../config/values.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { onlyRoot } from '../asked-root.ts';
import { loadProjectConfig } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { formatTable } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface ConfigOptions {
  describe?: boolean;
  all?: boolean;
}

export interface EffectiveValue {
  key: string;
  value: unknown;
  layer: string;
  where: string;
}

/** The value at a dotted key, such as `search.maxLimit`. */
function valueAt(config: object, key: string): unknown {
  return key.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], config);
}

export function effectiveValues({ config, origins }: LoadedConfig): EffectiveValue[] {
  return [...settings.keys()].map((key) => {
    const { layer, where } = origins.get(key) ?? { layer: 'default', where: '' };
    return { key, value: valueAt(config, key), layer, where };
  });
}

function shownValue(value: unknown): string {
  if (Array.isArray(value) && value.length > 4) return `${value.length} entries (--json shows them)`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function printValues(terminal: Terminal, loaded: LoadedConfig, all: boolean): void {
  // The settings of languages are many and rarely changed, so they are shown only when set, or with --all.
  const shown = effectiveValues(loaded).filter(
    ({ key, layer }) => all || layer !== 'default' || !key.startsWith('languages.'),
  );
  const rows = shown.map(({ key, value, layer, where }) => {
    const option = settings.get(key);
    const text = option?.type === 'bytes' ? formatBytes(Number(value)) : shownValue(value);
    return [key, printable(text), printable(layer === 'default' ? layer : `${layer}: ${where}`)];
  });
  const columns = [{ title: 'key' }, { title: 'value' }, { title: 'from' }];
  const paintHead = (text: string): string => terminal.paint('bold', text);
  for (const line of formatTable({ columns, rows, width: terminal.width, paintHead })) terminal.out(line);
  terminal.out('');
  for (const { path, layer, found } of loaded.files)
    terminal.out(`${layer}: ${printable(path)}${found ? '' : ' (absent)'}`);
  for (const { key, where } of loaded.withoutEffect)
    terminal.out(`${printable(where)}: ${printable(key)} has no effect: a project’s own file can only lower it`);
}

function describeOptions(terminal: Terminal, json: boolean): void {
  const entries = Object.entries<Option>(optionTable);
  if (json) {
    const described = entries.map(([key, option]) => ({
      key,
      type: option.type,
      default: option.default,
      expected: describeExpected(option),
      description: describeOption(option),
      variable: environmentName(key),
      flag: option.flag ?? null,
      trust: option.trust,
    }));
    terminal.out(printableJson(described));
    return;
  }
  for (const [key, option] of entries) {
    terminal.out(terminal.paint('bold', key));
    terminal.out(`  ${describeOption(option)}`);
    terminal.out(
      `  ${describeExpected(option)}; default ${option.type === 'list' ? 'below' : JSON.stringify(option.default)}`,
    );
    if (option.type === 'list') terminal.out(`  [${option.default.join(', ')}]`);
    terminal.out(
      `  ${environmentName(key).replace('*', '<ID>')}${option.flag === undefined ? '' : `, ${option.flag}`}`,
    );
  }
}

export function showConfig(request: ProjectRequest, options: ConfigOptions): ExitCode {
  const { terminal } = request;
  const json = request.options.json ?? false;
  if (options.describe === true) {
    describeOptions(terminal, json);
    return exitCode.ok;
  }
  const start = resolve(terminal.workingDirectory, onlyRoot(request.options) ?? '.');
  const found = resolveRoot(start);
  const loaded = loadProjectConfig('root' in found ? found.root : start, request);
  if (json)
    terminal.out(
      printableJson({ files: loaded.files, values: effectiveValues(loaded), withoutEffect: loaded.withoutEffect }),
    );
  else printValues(terminal, loaded, options.all ?? false);
  return exitCode.ok;
}
