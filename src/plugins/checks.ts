/** Checks whether a module exports a plugin. Invariant: a plugin that passes can be used without further checks of its form. */
import { AppError } from '../model/error.ts';
import type { Plugin, PluginEmbedder, PluginLanguage, PluginTool } from './contract.ts';

const pluginName = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const toolName = /^[a-z0-9_-]{1,40}$/;
const languageId = /^[a-z][a-z0-9-]{0,39}$/;
const maxDimensions = 16_384;
const minTimeoutMs = 100;
const maxTimeoutMs = 600_000;
const maxDescriptionLength = 2000;

/** @param where the module, for the message */
export function pluginProblem(where: string, problem: string, cause?: unknown): AppError {
  return new AppError('ConfigurationError', `The plugin ${where} cannot be used: ${problem}`, {
    hint: 'Correct the plugin, or remove it from `plugins` in your configuration (`code-scout config` says where it is named).',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Throws for the first thing that is wrong; `what` names the checked value in the message. */
class Check {
  readonly #where: string;

  constructor(where: string) {
    this.#where = where;
  }

  expect(holds: boolean, problem: string): asserts holds {
    if (!holds) throw pluginProblem(this.#where, problem);
  }

  object(value: unknown, what: string): asserts value is Record<string, unknown> {
    this.expect(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} must be an object`);
  }

  list(value: unknown, what: string): asserts value is readonly unknown[] {
    this.expect(Array.isArray(value), `${what} must be a list`);
  }

  text(value: unknown, what: string, pattern: RegExp): asserts value is string {
    this.expect(typeof value === 'string' && pattern.test(value), `${what} must be a text that fits ${pattern.source}`);
  }

  texts(value: unknown, what: string, pattern: RegExp): void {
    if (value === undefined) return;
    this.list(value, what);
    for (const one of value) this.text(one, `each of ${what}`, pattern);
  }

  flag(value: unknown, what: string): void {
    this.expect(value === undefined || typeof value === 'boolean', `${what} must be true or false`);
  }
}

function checkTool(check: Check, tool: unknown): asserts tool is PluginTool {
  check.object(tool, 'a tool');
  check.text(tool['name'], 'the name of a tool', toolName);
  const labelOf = (what: string): string => `${what} of the tool ${String(tool['name'])}`;
  check.text(tool['description'], labelOf('the description'), /\S/);
  const { length } = tool['description'];
  check.expect(
    length <= maxDescriptionLength,
    `${labelOf('the description')} has more than ${maxDescriptionLength} characters`,
  );
  check.expect(
    tool['title'] === undefined || typeof tool['title'] === 'string',
    `${labelOf('the title')} must be a text`,
  );
  for (const key of ['inputSchema', 'outputSchema'] as const) {
    if (key === 'outputSchema' && tool[key] === undefined) continue;
    check.object(tool[key], labelOf(key));
    check.expect(tool[key]['type'] === 'object', `${labelOf(key)} must have type: 'object'`);
  }
  check.flag(tool['readOnly'], labelOf('readOnly'));
  check.flag(tool['openWorld'], labelOf('openWorld'));
  const { timeoutMs } = tool;
  const isTimeout = typeof timeoutMs === 'number' && timeoutMs >= minTimeoutMs && timeoutMs <= maxTimeoutMs;
  check.expect(
    timeoutMs === undefined || isTimeout,
    `${labelOf('timeoutMs')} must be a number from ${minTimeoutMs} to ${maxTimeoutMs}`,
  );
  check.expect(typeof tool['run'] === 'function', `${labelOf('run')} must be a function`);
}

function checkLanguage(check: Check, language: unknown): asserts language is PluginLanguage {
  check.object(language, 'a language');
  check.text(language['id'], 'the id of a language', languageId);
  const labelOf = (what: string): string => `${what} of the language ${String(language['id'])}`;
  check.text(language['name'], labelOf('the name'), /^[^\0\r\n]{1,60}$/);
  check.list(language['extensions'], labelOf('the extensions'));
  check.texts(language['extensions'], labelOf('the extensions'), /^\.[^\s/\\]+$/);
  check.texts(language['filenames'], labelOf('the file names'), /^[^\0/\\]+$/);
  check.texts(language['interpreters'], labelOf('the interpreters'), /^[^\s/\\]+$/);
  check.texts(language['keywords'], labelOf('the keywords'), /^[^\0\r\n]{1,100}$/);
  const files = [language['extensions'], language['filenames'] ?? [], language['interpreters'] ?? []].flat();
  check.expect(files.length > 0, `no file can have the language ${language['id']}: give it an extension`);
  const { nature, extract, grammar } = language;
  check.expect(
    nature === undefined || nature === 'code' || nature === 'prose' || nature === 'data',
    `${labelOf('nature')} must be code, prose or data`,
  );
  check.expect(
    grammar === undefined ? typeof extract === 'function' : extract === undefined,
    `the language ${language['id']} must have either extract, which is a function, or grammar`,
  );
  if (grammar === undefined) return;
  check.object(grammar, labelOf('the grammar'));
  check.text(grammar['wasm'], labelOf('the path of the grammar'), /^(?:file:|\/|[A-Za-z]:[\\/]).*\.wasm$/s);
  check.text(grammar['query'], labelOf('the query'), /\S/);
}

function checkEmbedder(check: Check, embedder: unknown): asserts embedder is PluginEmbedder {
  check.object(embedder, 'an embedder');
  check.text(embedder['name'], 'the name of an embedder', pluginName);
  const labelOf = (what: string): string => `${what} of the embedder ${String(embedder['name'])}`;
  const { dimensions } = embedder;
  check.expect(
    Number.isInteger(dimensions) && Number(dimensions) >= 1 && Number(dimensions) <= maxDimensions,
    `${labelOf('dimensions')} must be a whole number from 1 to ${maxDimensions}`,
  );
  check.expect(typeof embedder['embed'] === 'function', `${labelOf('embed')} must be a function`);
  check.expect(
    embedder['close'] === undefined || typeof embedder['close'] === 'function',
    `${labelOf('close')} must be a function`,
  );
}

const pluginKeys: ReadonlySet<string> = new Set(['name', 'version', 'tools', 'languages', 'embedders']);

/** Throws an `AppError` that says what is wrong. */
export function checkPlugin(value: unknown, where: string): asserts value is Plugin {
  const check: Check = new Check(where);
  check.object(value, 'its default export');
  check.text(value['name'], '`name`', pluginName);
  check.text(value['version'], '`version`', /^[^\s]{1,64}$/);
  const unknownKey = Object.keys(value).find((key) => !pluginKeys.has(key));
  check.expect(
    unknownKey === undefined,
    `it has the unknown key ${String(unknownKey)}; the keys of a plugin are ${[...pluginKeys].join(', ')}`,
  );
  const { tools = [], languages = [], embedders = [] } = value;
  check.list(tools, '`tools`');
  check.list(languages, '`languages`');
  check.list(embedders, '`embedders`');
  for (const tool of tools) checkTool(check, tool);
  for (const language of languages) checkLanguage(check, language);
  for (const embedder of embedders) checkEmbedder(check, embedder);
}
