/**
 * The package that runs transformer models, which is no dependency of ours: hundreds of megabytes, for those who want them.
 * Invariant: it is looked for beside Code Scout or where the user said, never in the project that is indexed (whose code is not to run).
 */
import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../../model/error.ts';

/** A tensor of `dims[0]` rows. */
export interface ModelOutput {
  data: ArrayLike<number>;
  dims: readonly number[];
}

export interface Extractor {
  (texts: string[], options: { pooling: string; normalize: boolean }): Promise<ModelOutput>;
  dispose(): Promise<unknown>;
}

/** What is used of it, alike in its versions 3 and 4. */
export interface TransformersPackage {
  env: { allowRemoteModels: boolean; allowLocalModels: boolean; cacheDir: string | null };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { dtype: string; device: string; local_files_only: boolean },
  ): Promise<Extractor>;
}

const packageName = '@huggingface/transformers';

function missing(folder: string, cause: unknown): AppError {
  const where = folder === '' ? 'beside Code Scout' : `in ${folder}`;
  return new AppError(
    'ConfigurationError',
    `The embedding provider \`transformers\` needs the package ${packageName}, which is not installed ${where}`,
    {
      hint:
        `Run \`npm install ${packageName}\` in a folder of your choice and set \`embedding.packageFolder\` to its absolute path ` +
        `(or install it with \`--global\` where Code Scout is installed so), or choose another \`embedding.provider\`.`,
      cause,
    },
  );
}

function isPackage(value: unknown): value is TransformersPackage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pipeline' in value &&
    typeof value.pipeline === 'function' &&
    'env' in value &&
    typeof value.env === 'object' &&
    value.env !== null
  );
}

/** What to import for the package of that folder. */
function specifierIn(folder: string): string {
  if (folder === '') return packageName;
  if (!isAbsolute(folder)) {
    throw new AppError('ConfigurationError', `\`embedding.packageFolder\` is no absolute path: ${folder}`, {
      hint: `Name the folder in which you ran \`npm install ${packageName}\` from its root on.`,
    });
  }
  try {
    return pathToFileURL(createRequire(join(folder, 'package.json')).resolve(packageName)).href;
  } catch (error) {
    throw missing(folder, error);
  }
}

function isMissing(error: unknown): boolean {
  // A package that is there and lacks one of its own names that one.
  return error instanceof Error && /^Cannot find (?:package|module) '@huggingface\/transformers'/.test(error.message);
}

/** `folder`: absolute, has it in its `node_modules`; empty: beside Code Scout. Rejects with a `ConfigurationError`. */
export async function loadTransformersPackage(folder: string): Promise<TransformersPackage> {
  const specifier = specifierIn(folder);
  let module: { default?: unknown };
  try {
    // A variable: whoever bundles us is not to look for it.
    module = (await import(/* @vite-ignore */ specifier)) as { default?: unknown };
  } catch (error) {
    if (isMissing(error)) throw missing(folder, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('ConfigurationError', `The package ${packageName} could not be loaded: ${reason}`, {
      hint: 'Install it again with install scripts allowed (its runtime fetches libraries then), for the Node that runs Code Scout.',
      cause: error,
    });
  }
  // Its CommonJS form has everything in `default`.
  const found = [module, module.default].find(isPackage);
  if (found === undefined) {
    throw new AppError('ConfigurationError', `The package ${packageName} is not of a version that is known here`, {
      hint: `Install version 4: \`npm install ${packageName}@4\`.`,
    });
  }
  return found;
}
