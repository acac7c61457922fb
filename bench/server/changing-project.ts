/**
 * A generated project that changes all the time and whose content is known: files in several languages that import and
 * call one another, and edits as people and tools make them.
 * Invariants: names and marks are never used twice; the model equals the disk between two calls (an edit writes
 * everything before it returns); the same seed gives the same project and edits.
 */
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pick, type Random } from '../../test/faults/random.ts';
import { ProjectModel } from './project-model.ts';
import { render, type Call, type Language, type ProjectDefinition, type ProjectFile } from './project-text.ts';

const consonants = 'bdfgklmnprstvz';
const vowels = 'aiou';

/** Words of ten letters that no stemmer shortens and no splitter splits. */
function word(prefix: string, number: number): string {
  let rest = number;
  let text = prefix;
  for (let at = 0; at < 4; at++) {
    text += consonants[rest % 14]! + vowels[Math.floor(rest / 14) % 4]!;
    rest = Math.floor(rest / 56);
  }
  return `${text}x`;
}

export class ChangingProject extends ProjectModel {
  readonly root: string;
  readonly random: Random;
  /** Removed names and marks, the latest last; bounded. */
  readonly gone: { name: string; mark: string; path: string }[] = [];
  /** Names in recently written files, the latest last; bounded. */
  readonly recent: string[] = [];
  #words = 0;
  #paths = 0;

  constructor(root: string, files: number, random: Random) {
    super();
    this.root = root;
    this.random = random;
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'package.json'), '{ "name": "changing", "type": "module" }\n');
    writeFileSync(join(root, 'go.mod'), 'module example.com/changing\n\ngo 1.22\n');
    for (let at = 0; at < files; at++) this.createFile();
  }

  // Edits. Each returns a description of what it did.

  createFile(): string {
    const language = pick(['ts', 'ts', 'ts', 'js', 'py', 'py', 'go', 'md'] as const, this.random);
    const folder = language === 'go' ? `go/pack${this.random(4)}` : `${language}/part${this.random(8)}`;
    const path = `${folder}/file${this.#paths++}.${language}`;
    const file: ProjectFile = { path, language, header: this.random(3), definitions: [] };
    this.files.set(path, file);
    const count = 2 + this.random(5);
    for (let at = 0; at < count; at++) file.definitions.push(this.#newDefinition(file));
    this.#write([path], 'plain');
    return `create ${path}`;
  }

  /** Makes a random edit; `burst`: a random edit of fifty files. */
  edit(burst = false): string {
    const { random } = this;
    if (burst) return this.#burst();
    const file = this.files.get(pick(this.paths, random))!;
    switch (random(17)) {
      case 0:
        return this.#addDefinition(file);
      case 1:
        return this.#removeDefinition(file);
      case 2:
      case 3:
        return this.#moveDefinition(file);
      case 4:
        return this.#changeCalls(file);
      case 5:
        return this.#shift(file);
      case 6:
        return this.files.size > 40 ? this.#deleteFile(file) : this.createFile();
      case 7:
        return this.createFile();
      case 8:
        return this.#renameFile(file);
      case 9:
        return random(4) === 0 ? this.#renameFolder(file) : this.#touch(file);
      case 10:
        return this.#replaceAll(file);
      case 11:
        return this.#backdate(file);
      default:
        return this.#remark(file);
    }
  }

  /**
   * Turns the project into another branch: of `count` files most get other lines, marks and calls, some get other
   * definitions, and some are replaced.
   */
  vary(count: number): void {
    const paths = this.paths;
    for (const path of paths.slice(0, count)) {
      const file = this.files.get(path)!;
      file.header = (file.header + 1) % 6;
      for (const definition of file.definitions) {
        definition.mark = word('q', this.#words++);
        if (this.random(4) === 0 && file.language !== 'md') definition.calls = this.#newCalls(file);
      }
      if (this.random(4) === 0) file.definitions.push(this.#newDefinition(file));
      else if (this.random(8) === 0) file.definitions.shift();
      this.changed();
    }
    this.#write(paths.slice(0, count), 'plain');
    for (let at = 0; at < count / 50; at++) {
      this.#deleteFile(this.files.get(paths[at * 50]!)!);
      this.createFile();
    }
  }

  deleteAny(): string {
    return this.#deleteFile(this.files.get(pick(this.paths, this.random))!);
  }

  #remark(file: ProjectFile): string {
    const definition = file.definitions.length === 0 ? null : pick(file.definitions, this.random);
    if (definition === null) return this.#addDefinition(file);
    this.#forget(definition.name, definition.mark, file.path, false);
    definition.mark = word('q', this.#words++);
    return `${this.#write([file.path])}: new mark of ${definition.name}`;
  }

  #addDefinition(file: ProjectFile): string {
    const definition = this.#newDefinition(file);
    file.definitions.splice(this.random(file.definitions.length + 1), 0, definition);
    return `${this.#write([file.path])}: new ${definition.name}`;
  }

  /** Removes it together with its calls, or leaves the calls dangling. */
  #removeDefinition(file: ProjectFile): string {
    const definition = file.definitions.length < 2 ? null : pick(file.definitions, this.random);
    if (definition === null) return this.#addDefinition(file);
    const touched = new Set([file.path]);
    if (this.random(3) > 0) {
      for (const { caller, file: other } of this.calledBy().get(definition.name) ?? []) {
        caller.calls = caller.calls.filter((call) => call.name !== definition.name);
        touched.add(other.path);
      }
    }
    file.definitions = file.definitions.filter((other) => other !== definition);
    this.#forget(definition.name, definition.mark, file.path);
    return `${this.#write([...touched])}: without ${definition.name}`;
  }

  /** Moves it to another file and updates the imports. */
  #moveDefinition(file: ProjectFile): string {
    const others = [...this.files.values()].filter(
      ({ language, path }) => language === file.language && path !== file.path,
    );
    const definition = file.definitions.length === 0 ? null : pick(file.definitions, this.random);
    if (definition === null || others.length === 0) return this.#addDefinition(file);
    const target = pick(others, this.random);
    const touched = new Set([target.path, file.path]);
    for (const { caller, file: other } of this.calledBy().get(definition.name) ?? []) {
      for (const call of caller.calls) if (call.name === definition.name) call.from = target.path;
      touched.add(other.path);
    }
    file.definitions = file.definitions.filter((other) => other !== definition);
    target.definitions.push(definition);
    return `${this.#write([...touched])}: ${definition.name} moves from ${file.path} to ${target.path}`;
  }

  #changeCalls(file: ProjectFile): string {
    const definition = file.definitions.length === 0 ? null : pick(file.definitions, this.random);
    if (definition === null || file.language === 'md') return this.#remark(file);
    definition.calls = this.#newCalls(file);
    return `${this.#write([file.path])}: other calls in ${definition.name}`;
  }

  #shift(file: ProjectFile): string {
    file.header = (file.header + 1 + this.random(4)) % 6;
    return `${this.#write([file.path])}: shifted`;
  }

  #deleteFile(file: ProjectFile): string {
    rmSync(join(this.root, file.path));
    this.files.delete(file.path);
    this.rendered.delete(file.path);
    for (const { name, mark } of file.definitions) this.#forget(name, mark, file.path);
    this.changed();
    return `delete ${file.path}`;
  }

  #renameFile(file: ProjectFile): string {
    const path = posix.join(posix.dirname(file.path), `file${this.#paths++}.${file.language}`);
    renameSync(join(this.root, file.path), join(this.root, path));
    const before = file.path;
    const importers = this.#relocate(file, path, this.random(4) > 0);
    return `rename ${before} to ${path}, ${this.#write([path, ...importers])}`;
  }

  #renameFolder(file: ProjectFile): string {
    const folder = dirname(file.path);
    const target = `${folder.split('/')[0]}/moved${this.#paths++}`;
    renameSync(join(this.root, folder), join(this.root, target));
    const touched = new Set<string>();
    const inside = [...this.files.values()].filter(({ path }) => dirname(path) === folder);
    for (const one of inside) {
      const path = `${target}/${posix.basename(one.path)}`;
      for (const importer of this.#relocate(one, path, true)) touched.add(importer);
      touched.add(path);
    }
    for (const path of touched) if (!this.files.has(path)) touched.delete(path);
    this.#write([...touched]);
    return `rename folder ${folder} to ${target} with ${inside.length} files, ${touched.size} written`;
  }

  /** Updates the imports and gives the files that import from it. */
  #relocate(file: ProjectFile, path: string, follow: boolean): string[] {
    const before = file.path;
    this.files.delete(before);
    this.rendered.delete(before);
    file.path = path;
    this.files.set(path, file);
    const importers = new Set<string>();
    for (const other of this.files.values())
      for (const { calls } of other.definitions)
        for (const call of calls)
          if (call.from === before && (follow || other === file)) {
            call.from = path;
            importers.add(other.path);
          }
    this.changed();
    return [...importers];
  }

  /** Writes other content of the same size with the old modification time, as some archives and copies do. */
  #backdate(file: ProjectFile): string {
    const target = join(this.root, file.path);
    const { atime, mtime } = statSync(target);
    const what = this.#remark(file);
    utimesSync(target, atime, mtime);
    return `${what}, with its old modification time`;
  }

  /** Writes the same content with a new time. */
  #touch(file: ProjectFile): string {
    const now = new Date();
    utimesSync(join(this.root, file.path), now, now);
    return `touch ${file.path}`;
  }

  #replaceAll(file: ProjectFile): string {
    for (const { name, mark } of file.definitions) this.#forget(name, mark, file.path);
    const count = 1 + this.random(6);
    file.definitions = [];
    this.changed();
    for (let at = 0; at < count; at++) file.definitions.push(this.#newDefinition(file));
    return `${this.#write([file.path])}: all new`;
  }

  #burst(): string {
    const paths = this.paths;
    const touched = new Set(Array.from({ length: 50 }, () => pick(paths, this.random)));
    for (const path of touched) {
      const file = this.files.get(path)!;
      for (const definition of file.definitions) {
        this.#forget(definition.name, definition.mark, path, false);
        definition.mark = word('q', this.#words++);
      }
    }
    this.#write([...touched], 'plain');
    return `burst of ${touched.size} files`;
  }

  #newDefinition(file: ProjectFile): ProjectDefinition {
    const [name, mark] = [word('w', this.#words), word('q', this.#words)];
    this.#words++;
    return { name, mark, calls: file.language === 'md' ? [] : this.#newCalls(file) };
  }

  #newCalls(file: ProjectFile): Call[] {
    const languages: readonly Language[] =
      file.language === 'js' || file.language === 'ts' ? ['ts', 'js'] : [file.language];
    const calls: Call[] = [];
    const paths = this.paths;
    for (let tries = 0; tries < 12 && calls.length < 3; tries++) {
      const other = this.files.get(pick(paths, this.random))!;
      if (!languages.includes(other.language) || other.definitions.length === 0) continue;
      if (file.language === 'go' && dirname(other.path) !== dirname(file.path)) continue;
      const { name } = pick(other.definitions, this.random);
      if (!calls.some((call) => call.name === name)) calls.push({ name, from: other.path });
    }
    return calls;
  }

  #forget(name: string, mark: string, path: string, isRemoved = true): void {
    this.gone.push({ name: isRemoved ? name : '', mark, path });
    if (this.gone.length > 400) this.gone.shift();
  }

  /** Writes in place, or as editors do that write a new file and rename it. */
  #write(paths: readonly string[], how = pick(['plain', 'plain', 'atomic'] as const, this.random)): string {
    for (const path of paths) {
      const rendered = render(this.files.get(path)!);
      this.rendered.set(path, rendered);
      this.recent.push(...rendered.places.keys());
      const target = join(this.root, path);
      mkdirSync(dirname(target), { recursive: true });
      if (how === 'plain') {
        writeFileSync(target, rendered.text);
        continue;
      }
      const temporary = join(dirname(target), `.${posix.basename(path)}.${this.random(1e6)}.tmp`);
      writeFileSync(temporary, rendered.text);
      renameSync(temporary, target);
    }
    if (this.recent.length > 60) this.recent.splice(0, this.recent.length - 60);
    this.changed();
    return `write ${paths.join(' ')} (${how})`;
  }
}
