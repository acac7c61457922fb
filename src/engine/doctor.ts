/** The checks of `doctor`: the parts that the engine needs, the health of the index, its writer, and the embedding model. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { nativeParserFault } from '../extract/native-parser.ts';
import { languages } from '../languages/registry.ts';
import { AppError } from '../model/error.ts';
import { nameOfLocation, type IndexLocation } from '../store/index-location.ts';
import { localStateOf } from '../store/local-state.ts';
import { findWriteFault, indexExists, readWriter } from '../store/registry.ts';
import type { HealthProblem, Statistics, Store } from '../store/store.ts';
import { ripgrepFault } from '../text/ripgrep.ts';
import { assetUrl } from '../util/assets.ts';
import { nextTurn } from '../util/turns/turns.ts';
import { checkEmbedding, type EmbeddingCheckOptions } from './embedding/embedding-check.ts';
import { loadedPlugins } from '../plugins/load.ts';
import { unexpandedMacros } from './project-status.ts';
import type { DoctorCheck } from './types.ts';

export interface DoctorOptions extends EmbeddingCheckOptions {
  root: string;
  /** Looks for damage of the index (`Store.check`). */
  check: (store: Store) => Promise<HealthProblem[]>;
}

export async function doctorChecks(options: DoctorOptions): Promise<DoctorCheck[]> {
  return [
    checkNode(),
    await checkGrammars(),
    await checkNativeParts(),
    ...pluginChecks(options.plugins ?? []),
    checkRoot(options.root),
    ...(await checkIndex(options)),
    ...writerChecks(options.location),
    await checkEmbedding(options),
  ];
}

/** One check that always passes, with the loaded plugins: a project with a plugin that cannot be loaded is not opened at all. */
function pluginChecks(paths: readonly string[]): DoctorCheck[] {
  if (paths.length === 0) return [];
  const detail = loadedPlugins(paths)
    .map(({ name, version, path }) => `${name} ${version} (${path})`)
    .join(', ');
  return [{ name: 'plugins', ok: true, detail, hint: null }];
}

function checkNode(): DoctorCheck {
  const detail = `Node ${process.versions.node}, SQLite ${process.versions.sqlite ?? 'missing'}`;
  return {
    name: 'runtime',
    ok: process.versions.sqlite !== undefined,
    detail,
    hint: process.versions.sqlite === undefined ? 'Use Node 22.18 or newer.' : null,
  };
}

async function checkGrammars(): Promise<DoctorCheck> {
  const folder = fileURLToPath(assetUrl('grammars/'));
  const loaded: Awaited<ReturnType<(typeof languages)[number]['load']>>[] = [];
  for (const language of languages) {
    await nextTurn();
    loaded.push(await language.load());
  }
  const parsed = loaded.flatMap(({ grammar }) => grammar ?? []);
  const needed = new Set(parsed.map(({ wasm }) => wasm));
  const present = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const missing = [...needed].filter((wasm) => !present.has(wasm));
  return {
    name: 'grammars',
    ok: missing.length === 0,
    detail:
      missing.length === 0
        ? `${needed.size} grammars, for ${parsed.length} of ${languages.length} languages`
        : `missing: ${missing.join(', ')}`,
    hint: missing.length === 0 ? null : 'Install the package again, or run `npm run build` in a checkout.',
  };
}

/** The parts of packages that exist once for each system, processor and C library. */
export async function checkNativeParts(): Promise<DoctorCheck> {
  const faults = (await Promise.all([nativeParserFault(), ripgrepFault()])).filter((fault) => fault !== null);
  return {
    name: 'native parts',
    ok: faults.length === 0,
    detail: faults.length === 0 ? 'parser, text search' : faults.map(({ message }) => message).join('; '),
    hint: faults[0]?.hint ?? null,
  };
}

function checkRoot(root: string): DoctorCheck {
  try {
    accessSync(root, constants.R_OK | constants.X_OK);
    return { name: 'project', ok: true, detail: root, hint: null };
  } catch (error) {
    return {
      name: 'project',
      ok: false,
      detail: String(error),
      hint: 'Use --root to name a folder that you may read.',
    };
  }
}

async function checkIndex({ location, open, check }: DoctorOptions): Promise<DoctorCheck[]> {
  const fault = findWriteFault(location);
  const index = nameOfLocation(location);
  if (!('memory' in location) && !indexExists(location)) {
    const detail = `none at ${index}${fault === null ? '' : `, and it cannot be created: ${fault.message}`}`;
    return [{ name: 'index', ok: false, detail, hint: fault === null ? 'Run `code-scout index`.' : fault.hint }];
  }
  try {
    const store = await open();
    const [statistics, problems] = [await store.statistics(), await check(store)];
    const precise = new Set((await store.preciseFiles()).map(({ path }) => path)).size;
    const imported = precise === 0 ? '' : `, links of ${precise} files from precise sources`;
    const checks: DoctorCheck[] = problems.map(({ what, hint }) => ({ name: 'index', ok: false, detail: what, hint }));
    if (store.notice !== null)
      checks.push({
        name: 'index',
        ok: false,
        detail: store.notice,
        hint: 'Delete the file that was set aside when you no longer need it.',
      });
    const lastMs = statistics.lastIndexedMs;
    const isComplete = lastMs !== null;
    const last = isComplete ? `last run ${new Date(lastMs).toISOString()}` : 'never completed';
    const contents = `${statistics.files} files, ${statistics.definitions} definitions, schema ${statistics.schemaVersion}`;
    const detail = `${index}: ${contents}${imported}, ${last}`;
    if (fault !== null) {
      const readOnly = `${detail}; it answers questions but takes in no changes: ${fault.message}`;
      checks.push({ name: 'index', ok: false, detail: readOnly, hint: fault.hint });
    } else if (problems.length === 0) {
      checks.push({ name: 'index', ok: isComplete, detail, hint: isComplete ? null : 'Run `code-scout index`.' });
    }
    return [...checks, ...macroChecks(statistics)];
  } catch (error) {
    const hint = error instanceof AppError ? error.hint : null;
    const detail = error instanceof Error ? error.message : String(error);
    const folder = localStateOf(location)?.folder ?? '.';
    return [{ name: 'index', ok: false, detail, hint: hint ?? `Make ${folder} writable.` }];
  }
}

/** The calls of macros whose declarations the index does not have: no fault, but a reason why a symbol is missing. Empty if there are none. */
function macroChecks(statistics: Statistics): DoctorCheck[] {
  const { unexpandedMacros: counts } = unexpandedMacros(statistics);
  if (counts === undefined) return [];
  const byLanguage = Object.entries(counts).map(([language, count]) => `${count} in ${language}`);
  const detail = `calls beside declarations that are not expanded, so that what they declare has no symbols: ${byLanguage.join(', ')}`;
  return [{ name: 'macros', ok: true, detail, hint: null }];
}

/** The process that writes the index at this moment, and how far its run has come. Empty if there is none. */
function writerChecks(location: IndexLocation): DoctorCheck[] {
  const writer = readWriter(location);
  if (writer === null) return [];
  const { note, progress } = writer;
  const host = note.host === hostname() ? '' : ` on ${note.host}`;
  const began = new Date(note.startedAtMs).toISOString();
  const who = `a ${note.what} (process ${note.pid}${host}, version ${note.version}, since ${began}) writes the index`;
  const counted = progress === null || progress.total === 0 ? '' : ` (${progress.done} of ${progress.total})`;
  const run = progress === null ? 'no run is under way' : `its run is ${progress.phase}${counted}`;
  return [{ name: 'writer', ok: true, detail: `${who}; ${run}`, hint: null }];
}
