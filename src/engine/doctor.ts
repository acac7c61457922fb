/** What `doctor` looks at: the parts the engine needs, the health of the index and how it stands with embeddings. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '../languages/registry.ts';
import { AppError } from '../model/error.ts';
import { assetUrl } from '../util/assets.ts';
import { checkEmbedding, type EmbeddingCheckOptions } from './embedding-check.ts';
import type { DoctorCheck } from './types.ts';

export interface DoctorOptions extends EmbeddingCheckOptions {
  root: string;
}

export async function doctorChecks(options: DoctorOptions): Promise<DoctorCheck[]> {
  return [
    checkNode(),
    checkGrammars(),
    checkRoot(options.root),
    ...(await checkIndex(options)),
    await checkEmbedding(options),
  ];
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

function checkGrammars(): DoctorCheck {
  const folder = fileURLToPath(assetUrl('grammars/'));
  const needed = new Set(
    languages.flatMap((language) => (language.grammar === undefined ? [] : [language.grammar.wasm])),
  );
  const present = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const missing = [...needed].filter((wasm) => !present.has(wasm));
  return {
    name: 'grammars',
    ok: missing.length === 0,
    detail:
      missing.length === 0
        ? `${needed.size} grammars for ${languages.length} languages`
        : `missing: ${missing.join(', ')}`,
    hint: missing.length === 0 ? null : 'Install the package again, or run `npm run build` in a checkout.',
  };
}

function checkRoot(root: string): DoctorCheck {
  try {
    accessSync(root, constants.R_OK | constants.X_OK);
    return { name: 'project', ok: true, detail: root, hint: null };
  } catch (error) {
    return { name: 'project', ok: false, detail: String(error), hint: 'Name a folder that you may read with --root.' };
  }
}

async function checkIndex({ databasePath, open }: DoctorOptions): Promise<DoctorCheck[]> {
  if (databasePath !== ':memory:' && !existsSync(databasePath)) {
    return [{ name: 'index', ok: false, detail: `none at ${databasePath}`, hint: 'Run `code-scout index`.' }];
  }
  try {
    const store = await open();
    const [statistics, problems] = [await store.statistics(), await store.check()];
    const precise = new Set((await store.preciseFiles()).map(({ path }) => path)).size;
    const imported = precise === 0 ? '' : `, links of ${precise} files from precise sources`;
    const checks: DoctorCheck[] = problems.map(({ what, hint }) => ({ name: 'index', ok: false, detail: what, hint }));
    if (store.notice !== null)
      checks.push({
        name: 'index',
        ok: false,
        detail: store.notice,
        hint: 'Delete the file that was put aside when you no longer need it.',
      });
    if (problems.length === 0) {
      const last =
        statistics.lastIndexedMs === null
          ? 'never completed'
          : `last run ${new Date(statistics.lastIndexedMs).toISOString()}`;
      checks.push({
        name: 'index',
        ok: statistics.lastIndexedMs !== null,
        detail: `${databasePath}: ${statistics.files} files, ${statistics.definitions} definitions, schema ${statistics.schemaVersion}${imported}, ${last}`,
        hint: statistics.lastIndexedMs === null ? 'Run `code-scout index`.' : null,
      });
    }
    return checks;
  } catch (error) {
    const hint = error instanceof AppError ? error.hint : null;
    const detail = error instanceof Error ? error.message : String(error);
    return [{ name: 'index', ok: false, detail, hint: hint ?? `See that ${dirname(databasePath)} can be written.` }];
  }
}
