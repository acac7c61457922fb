/** `code-scout doctor`: checks versions, grammars, configuration, git, the index and embeddings; prints problems and how to fix them. */
import { defaultConfig } from '../../config/load.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { productName, productVersion } from '../../config/product.ts';
import type { DoctorCheck } from '../../engine/types.ts';
import { toAppError } from '../../model/error.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { unknownSettings } from '../../runtime/v8-settings.ts';
import { findRoot } from '../asked-root.ts';
import { loadProjectConfig } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { ageText } from '../terminal/quantities.ts';
import { formatTable } from '../terminal/table.ts';
import { whileWaiting } from '../terminal/waiting.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { outputOf } from '../../runtime/start-program.ts';
import { findProgramHere } from '../../util/find-program.ts';

const programTimeoutMs = 5000;

/** Checks the git program that is used for the project. */
async function checkGit({ environment }: Terminal, root: string | null): Promise<DoctorCheck> {
  try {
    const program = findProgramHere({ name: 'git', environment: environment.forGit, root });
    if (program === null) throw Object.assign(new Error('no git'), { code: 'ENOENT' });
    const request = { program, args: ['--version'], environment: environment.forGit, timeoutMs: programTimeoutMs };
    const { code, stdout } = await outputOf(request);
    if (code !== 0) throw new Error('git failed');
    return { name: 'git', ok: true, detail: stdout.trim(), hint: null };
  } catch (error) {
    const detail = `git cannot be run (${(error as NodeJS.ErrnoException).code ?? 'failed'}); files are listed without it`;
    return {
      name: 'git',
      ok: false,
      detail,
      hint: 'Install git, so that files are ignored exactly as git does it.',
    };
  }
}

/** The project's root; null if there is no project, which `checkProject` reports. */
function rootOf(request: ProjectRequest): string | null {
  try {
    return findRoot(request);
  } catch {
    return null;
  }
}

function checkProduct(): DoctorCheck {
  const detail = `${productName} ${productVersion()}, run by ${process.execPath} on ${process.platform} ${process.arch}`;
  return { name: 'product', ok: true, detail, hint: null };
}

/** Whether V8 has the settings that this program uses; null where that cannot be found out, as in the single executable. */
async function checkV8Settings({ environment }: Terminal): Promise<DoctorCheck | null> {
  const listing = outputOf({
    program: process.execPath,
    args: ['--v8-options'],
    environment: environment.forGit,
    timeoutMs: programTimeoutMs,
  });
  const listed = await listing.catch(() => null);
  const unknown = listed === null ? null : unknownSettings(listed);
  if (unknown === null) return null;
  const ok = unknown.length === 0;
  const detail = ok
    ? `this Node's V8 (${process.versions.v8}) has all settings that indexing uses`
    : `this Node's V8 (${process.versions.v8}) does not know ${unknown.join(', ')}; indexing may be slower`;
  return { name: 'V8 settings', ok, detail, hint: ok ? null : 'Update Code Scout, or run it with an older Node.' };
}

/** Loads the configuration and checks it. If it is broken, the other checks use the defaults. */
function checkConfig(root: string, request: ProjectRequest): { loaded: LoadedConfig; check: DoctorCheck } {
  try {
    const loaded = loadProjectConfig(root, request);
    const changed = [...loaded.origins.values()].filter(({ layer }) => layer !== 'default').length;
    const files = loaded.files.filter(({ found }) => found).map(({ path }) => path);
    const detail = `${changed === 0 ? 'defaults' : `${changed} values set`}${files.length === 0 ? '' : `; ${files.join(', ')}`}`;
    return { loaded, check: { name: 'configuration', ok: true, detail, hint: null } };
  } catch (error) {
    const { message, hint } = toAppError(error);
    return { loaded: defaultConfig(root), check: { name: 'configuration', ok: false, detail: message, hint } };
  }
}

/** The problem with tools of plugins; null if all can be created. Opening a project does not create them. */
async function checkTools(plugins: readonly string[]): Promise<DoctorCheck | null> {
  if (plugins.length === 0) return null;
  const { toolsWith } = await import('../../tools/plugin-tools/plugin-tools.ts');
  try {
    await toolsWith(plugins);
    return null;
  } catch (error) {
    const { message, hint } = toAppError(error);
    return { name: 'plugins', ok: false, detail: message, hint };
  }
}

async function checkProject(request: ProjectRequest): Promise<DoctorCheck[]> {
  let root: string;
  try {
    root = findRoot(request);
  } catch (error) {
    const { message, hint } = toAppError(error);
    return [{ name: 'project', ok: false, detail: message, hint }];
  }
  const { loaded, check } = checkConfig(root, request);
  const { openEngine } = await import('../../engine/engine.ts');
  const { config } = loaded;
  const findings = [check];
  const engine = await openEngine({ root, config, indexing: 'inline' }).catch((error: unknown) => {
    // A plugin cannot be used: the rest is checked without plugins.
    const { message, hint } = toAppError(error);
    findings.push({ name: 'plugins', ok: false, detail: message, hint });
    const embedding = config.embedding.provider === 'plugin' ? { embedding: defaultConfig(root).config.embedding } : {};
    return openEngine({ root, config: { ...config, ...embedding, plugins: [] }, indexing: 'inline' });
  });
  try {
    const checks = await engine.doctor();
    // If the project opened with its plugins, a problem with their tools replaces the engine's check of plugins.
    const tools = findings.length === 1 ? await checkTools(config.plugins) : null;
    return [...findings, ...checks.map((one) => (one.name === 'plugins' ? (tools ?? one) : one))];
  } finally {
    await engine.close();
  }
}

/** Times are shown as ages; with --json they stay. */
const isoTime = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;

export async function runDoctor(request: ProjectRequest): Promise<ExitCode> {
  const { terminal, options } = request;
  const checks = await whileWaiting(terminal, 'Checking', async () => {
    const [git, settings] = await Promise.all([checkGit(terminal, rootOf(request)), checkV8Settings(terminal)]);
    const programChecks = settings === null ? [checkProduct(), git] : [checkProduct(), settings, git];
    return [...programChecks, ...(await checkProject(request))];
  });
  const ok = checks.every((check) => check.ok);
  if (options.json === true) terminal.out(printableJson({ ok, checks }));
  else {
    const rows = checks.flatMap(({ name, ok: fine, detail, hint }) => [
      [fine ? 'ok' : '!!', name, printable(detail.replaceAll(isoTime, (time) => ageText(time)))],
      ...(hint === null ? [] : [['', '', `-> ${printable(hint)}`]]),
    ]);
    const paint = (text: string): string => terminal.paint(text === 'ok' ? 'green' : 'red', text);
    const columns = [{ title: '', paint }, { title: '' }, { title: '' }];
    for (const line of formatTable({ columns, rows, width: terminal.width })) terminal.out(line);
  }
  return ok ? exitCode.ok : exitCode.nothing;
}
