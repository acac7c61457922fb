/**
 * Compiles C# with Mono's mcs and reads what the methods of the assembly call, in the shape of class files. Needs Debian's mono-mcs, mono-runtime and
 * Mono.Cecil (mono-devel or libmono-cecil-cil).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ClassFile, ClassMethod, MethodName } from './class-files.ts';

const assemblies = '/usr/lib/mono/gac';

/** The newest version of an assembly that Mono has installed. */
function assembly(name: string): string {
  const folder = join(assemblies, name);
  const newest = existsSync(folder) ? readdirSync(folder).sort().at(-1) : undefined;
  if (newest === undefined) throw new Error(`${name} is missing in ${assemblies}`);
  return join(folder, newest, `${name}.dll`);
}

/** Compiles sources and writes their calls to a folder, for `readAssemblyCalls`. */
export function compileAssembly(
  root: string,
  { paths, flags, folder }: { paths: readonly string[]; flags: readonly string[]; folder: string },
): void {
  const [program, reader] = [join(folder, 'program.dll'), join(folder, 'AssemblyCalls.exe')];
  const references = ['Mono.Cecil', 'Mono.CompilerServices.SymbolWriter'].map((name) => `-r:${assembly(name)}`);
  const output = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
  execFileSync('mcs', [...flags, '-debug', '-warn:0', '-target:library', `-out:${program}`, ...paths], output);
  execFileSync('mcs', [...references, `-out:${reader}`, join(import.meta.dirname, 'AssemblyCalls.cs')], output);
  const calls = execFileSync('mono', [reader, program], { encoding: 'utf8', maxBuffer: 1e9 });
  writeFileSync(join(folder, 'calls.jsonl'), calls);
}

/** `A.B/C` is `A/B$C` in class files. Names of explicit implementations begin with that of the interface. */
function named({ owner, name, descriptor }: MethodName): MethodName {
  const type = owner.replaceAll('/', '$').replaceAll('.', '/');
  return { owner: type, name: name === '.ctor' ? 'constructor' : name.replace(/.*\./, ''), descriptor };
}

/** The types of an assembly whose calls `compileAssembly` wrote. */
export function readAssemblyCalls(root: string, folder: string): ClassFile[] {
  const methods = readFileSync(join(folder, 'calls.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): ClassMethod => {
      const method = JSON.parse(line) as ClassMethod;
      const overridden = named(method.overridden!);
      const calls = method.calls.map((call) => ({ line: call.line, callee: named(call.callee) }));
      return { ...method, ...named(method), source: method.source && relative(root, method.source), overridden, calls };
    });
  const byOwner = Map.groupBy(methods, ({ owner }) => owner);
  return [...byOwner].map(([name, own]) => ({ name, bases: [], methods: own }));
}
