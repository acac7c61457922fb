/** The parts of the answer of `changes` as data. The text is made from them, so that both state the same facts. */
import type { ChangedDefinition, ChangedFile, ChangesAnswer, TestReason, TestToRun } from '../../model/changes.ts';
import type { LinkKind } from '../../model/link.ts';
import { clip, type Detail } from '../graph-text/detail.ts';
import { lineRange } from '../graph-text/symbol-data.ts';

export interface DefinitionData {
  id: string;
  name: string;
  kind: string;
  change: ChangedDefinition['change'];
  lines?: string;
  exported?: true;
  /** The former name or path, if the definition was renamed or moved. */
  before?: string;
  members?: number;
  /** Present if the index of the files on disk does not have the definition. */
  absent?: true;
}

export interface FileData {
  path: string;
  status: ChangedFile['status'];
  from?: string;
  test?: true;
  unread?: string;
  definitions: DefinitionData[];
  /** For a deleted file: the number of definitions that were removed with the file and are not listed. */
  more_removed?: number;
}

export interface ReasonData {
  kind: TestReason['kind'];
  /** The names on the path from the test to what has changed. */
  way?: string[];
  use?: LinkKind;
  line?: number;
  more?: number;
  path?: string;
  commits?: number;
  name?: string;
}

export interface TestData {
  path: string;
  changed?: true;
  distance?: number;
  why: ReasonData[];
}

function definitionData(definition: ChangedDefinition, detail: Detail): DefinitionData {
  const { id, qualified, kind, change, startLine, exported, before, members, isKnown } = definition;
  const isFile = kind === 'file';
  return {
    id: clip(id, detail.path + detail.name),
    name: isFile ? '(top level)' : clip(qualified, detail.name),
    kind,
    change,
    ...(startLine === 0 ? {} : { lines: lineRange(definition) }),
    ...(exported ? { exported: true } : {}),
    ...(before === null ? {} : { before: clip(before, detail.path) }),
    ...(members === 0 ? {} : { members }),
    ...(isKnown || change === 'removed' ? {} : { absent: true }),
  };
}

/**
 * This many definitions of a deleted file are listed, exported ones first: git shows the others. If there is only one more, it is listed too,
 * since a line with its number would be as long.
 */
const maxRemoved = 5;

/** The definitions of a file that are listed if there is room. */
export function listedDefinitions({ status, definitions }: ChangedFile): readonly ChangedDefinition[] {
  if (status !== 'deleted' || definitions.length <= maxRemoved + 1) return definitions;
  return definitions.toSorted((a, b) => Number(b.exported) - Number(a.exported)).slice(0, maxRemoved);
}

/** @param shown at most this many definitions and files are shown. Listing stops at the first file with definitions of which none fits */
export function filesData(
  files: readonly ChangedFile[],
  shown: { definitions: number; files: number },
  detail: Detail,
) {
  let left = shown.definitions;
  const data: FileData[] = [];
  for (const file of files.slice(0, shown.files)) {
    const { path, status, oldPath, isTest, unread } = file;
    const definitions = listedDefinitions(file);
    if (definitions.length > 0 && left <= 0) break;
    const shownDefinitions = definitions.slice(0, left);
    const unlisted = file.definitions.length - definitions.length;
    left -= shownDefinitions.length;
    data.push({
      path: clip(path, detail.path),
      status,
      ...(oldPath === null ? {} : { from: clip(oldPath, detail.path) }),
      ...(isTest ? { test: true } : {}),
      ...(unread === null ? {} : { unread }),
      definitions: shownDefinitions.map((one) => definitionData(one, detail)),
      ...(unlisted === 0 ? {} : { more_removed: unlisted }),
    });
  }
  return data;
}

const maxPathNames = 5;

/** Keeps only the two ends of a long path; `distance` gives its length. */
function shortenPath(way: readonly string[]): string[] {
  return way.length <= maxPathNames ? [...way] : [...way.slice(0, 2), '…', ...way.slice(-2)];
}

function reasonData(reason: TestReason, detail: Detail): ReasonData {
  switch (reason.kind) {
    case 'changed':
      return { kind: reason.kind };
    case 'reaches':
      return {
        kind: reason.kind,
        way: shortenPath(reason.way).map((name) => clip(name, detail.name)),
        use: reason.use,
        ...(reason.line === 0 ? {} : { line: reason.line }),
        ...(reason.more === 0 ? {} : { more: reason.more }),
      };
    case 'uses':
    case 'named':
      return { kind: reason.kind, path: clip(reason.path, detail.path) };
    case 'history':
      return { kind: reason.kind, commits: reason.commits, path: clip(reason.path, detail.path) };
    case 'mentions':
      return { kind: reason.kind, name: clip(reason.name, detail.name), line: reason.line };
  }
}

/** @param maxReasons of each test */
export function testsData(tests: readonly TestToRun[], maxReasons: number, detail: Detail): TestData[] {
  return tests.map(({ path, isChanged, distance, reasons: all }) => ({
    path: clip(path, detail.path),
    ...(isChanged ? { changed: true } : {}),
    ...(distance === null ? {} : { distance }),
    why: all
      .filter(({ kind }) => kind !== 'changed')
      .slice(0, maxReasons)
      .map((reason) => reasonData(reason, detail)),
  }));
}

export function danglingData({ dangling }: ChangesAnswer, samples: number, detail: Detail) {
  if (dangling.total === 0) return undefined;
  return {
    places: dangling.total,
    samples: dangling.places.slice(0, samples).map(({ id, path, line, caller }) => ({
      of: clip(id, detail.path + detail.name),
      path: clip(path, detail.path),
      line,
      ...(caller === null ? {} : { in: clip(caller, detail.name) }),
    })),
  };
}

export function unresolvedNamesData({ unresolved }: ChangesAnswer, samples: number, detail: Detail) {
  if (unresolved.sites === 0) return undefined;
  return {
    places: unresolved.sites,
    names: unresolved.names.slice(0, samples).map(({ name, sites, files, path, line }) => ({
      name: clip(name, detail.name),
      places: sites,
      files,
      path: clip(path, detail.path),
      line,
    })),
    ...(unresolved.names.length > samples ? { more_names: unresolved.names.length - samples } : {}),
  };
}
