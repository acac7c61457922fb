/**
 * The known content of a generated project: the place of each name and mark, and who calls whom.
 * Invariant: it is computed from the model alone, never from the disk or the index.
 */
import { dirname } from 'node:path';
import {
  render,
  type Call,
  type DefinitionPlace,
  type ProjectDefinition,
  type ProjectFile,
  type Rendered,
} from './project-text.ts';

export interface CallTruth {
  /** `path caller line,line`, sorted. */
  certain: string[];
  /** Calls that may be found or not: their import leads nowhere, and the name exists elsewhere. */
  uncertain: Set<string>;
}

export class ProjectModel {
  readonly files = new Map<string, ProjectFile>();
  protected readonly rendered = new Map<string, Rendered>();
  #owners: Map<string, string> | null = null;
  /** Names by mark. */
  #names: Map<string, string> | null = null;
  #callers: Map<string, { caller: ProjectDefinition; file: ProjectFile }[]> | null = null;

  get paths(): string[] {
    return [...this.files.keys()];
  }

  get names(): string[] {
    return [...this.#owned().keys()];
  }

  text(path: string): string | null {
    return this.rendered.get(path)?.text ?? null;
  }

  place(name: string): DefinitionPlace | null {
    const path = this.#owned().get(name);
    return path === undefined ? null : (this.rendered.get(path)?.places.get(name) ?? null);
  }

  /** A symbol of the code graph; headings are not symbols. */
  symbol(name: string): DefinitionPlace | null {
    const place = this.place(name);
    return place?.path.endsWith('.md') === true ? null : place;
  }

  definition(name: string): ProjectDefinition | null {
    const file = this.files.get(this.#owned().get(name) ?? '');
    return file?.definitions.find((definition) => definition.name === name) ?? null;
  }

  /** The `path:line` of a mark, if it exists. */
  marked(mark: string): string[] {
    const place = this.place(this.#named().get(mark) ?? '');
    return place === null ? [] : [`${place.path}:${place.markLine}`];
  }

  inFolder(folder: string): string[] {
    return this.paths.filter((path) => dirname(path) === folder);
  }

  callers(name: string): CallTruth {
    const truth: CallTruth = { certain: [], uncertain: new Set() };
    for (const { caller, file } of this.calledBy().get(name) ?? []) {
      const line = this.#callEntry(caller, file, name);
      if (
        this.#isResolved(
          file,
          caller.calls.find((call) => call.name === name)!,
        )
      )
        truth.certain.push(line);
      else truth.uncertain.add(line);
    }
    truth.certain.sort();
    return truth;
  }

  /** Entries are the called functions: `path name line,line`. */
  callees(name: string): CallTruth {
    const truth: CallTruth = { certain: [], uncertain: new Set() };
    const place = this.place(name);
    if (place === null) return truth;
    const file = this.files.get(place.path)!;
    for (const [at, call] of this.definition(name)!.calls.entries()) {
      const entry = `${this.#owned().get(call.name)} ${call.name} ${place.callLines[at]}`;
      if (this.#isResolved(file, call)) truth.certain.push(entry);
      else truth.uncertain.add(entry);
    }
    truth.certain.sort();
    return truth;
  }

  #callEntry(caller: ProjectDefinition, file: ProjectFile, name: string): string {
    const place = this.rendered.get(file.path)!.places.get(caller.name)!;
    const lines = caller.calls.flatMap((call, at) => (call.name === name ? [place.callLines[at]] : []));
    return `${file.path} ${caller.name} ${lines.join()}`;
  }

  #isResolved(file: ProjectFile, call: Call): boolean {
    const owner = this.#owned().get(call.name);
    if (owner === undefined) return false;
    return file.language === 'go' ? dirname(owner) === dirname(file.path) : owner === call.from;
  }

  #owned(): Map<string, string> {
    if (this.#owners === null) {
      this.#owners = new Map();
      for (const { path, definitions } of this.files.values())
        for (const { name } of definitions) this.#owners.set(name, path);
    }
    return this.#owners;
  }

  #named(): Map<string, string> {
    if (this.#names === null) {
      this.#names = new Map();
      for (const { definitions } of this.files.values())
        for (const { name, mark } of definitions) this.#names.set(mark, name);
    }
    return this.#names;
  }

  protected calledBy(): Map<string, { caller: ProjectDefinition; file: ProjectFile }[]> {
    if (this.#callers === null) {
      this.#callers = new Map();
      for (const file of this.files.values())
        for (const caller of file.definitions)
          for (const name of new Set(caller.calls.map((call) => call.name))) {
            const list = this.#callers.get(name) ?? [];
            list.push({ caller, file });
            this.#callers.set(name, list);
          }
    }
    return this.#callers;
  }

  /** A copy of the model, to be adopted when something else has written these files to the disk. */
  snapshot(): ProjectFile[] {
    return structuredClone([...this.files.values()]);
  }

  adopt(files: readonly ProjectFile[]): void {
    this.files.clear();
    this.rendered.clear();
    for (const file of structuredClone(files)) {
      this.files.set(file.path, file);
      this.rendered.set(file.path, render(file));
    }
    this.changed();
  }

  /** To be called after each change of the model. */
  protected changed(): void {
    this.#owners = null;
    this.#names = null;
    this.#callers = null;
  }
}
