/**
 * The package that runs transformer models. Code Scout does not depend on it, since the package has hundreds of megabytes and only some users want
 * it.
 * Invariant: the package is loaded from beside Code Scout or from the folder that the user named, never from the indexed project (whose code must
 * not run).
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

/** The part of the package that we use. Versions 3 and 4 both have it. */
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

/** The specifier to import the package of that folder. */
function specifierIn(folder: string): string {
  if (folder === '') return packageName;
  if (!isAbsolute(folder)) {
    throw new AppError('ConfigurationError', `\`embedding.packageFolder\` is not an absolute path: ${folder}`, {
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
  // If the package is present but lacks one of its own dependencies, the message names that dependency.
  return error instanceof Error && /^Cannot find (?:package|module) '@huggingface\/transformers'/.test(error.message);
}

/** `folder`: absolute, with the package in its `node_modules`; empty: beside Code Scout. Rejects with a `ConfigurationError`. */
export async function loadTransformersPackage(folder: string): Promise<TransformersPackage> {
  const specifier = specifierIn(folder);
  let module: { default?: unknown };
  try {
    // A variable, so that bundlers of this library do not search for it.
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
