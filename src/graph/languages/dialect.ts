/**
 * The contract between the linker's core and a language: what a language may decide of how its names, members and values are linked. A language
 * fills in its members in its folder (`languages/<language>/dialect.ts`), `languages/registry.ts` lists them all, and the rooms of the core
 * ask a file's dialect and nothing else of a language. It is typed by `program/` and `questions/`, so that each room above may ask it.
 * Invariants: no member asks what language a file is of; a member that is left out means what its comment calls the default; a member never
 * throws on facts of any shape, and asks values by the questions of `questions/questions.ts`, so that answers do not depend on their order.
 */
import type { Argument, Arguments, ExtensionsAround } from '../questions/arguments.ts';
import type { ContainerWords } from '../questions/container-names.ts';
import type { Inference, ScopedName } from '../questions/questions.ts';
import type { Callable, Environment, Member, Override, Typed, Value } from '../questions/values.ts';
import type { Target, Implied } from '../program/targets.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { plainRules, type LanguageRules } from '../program/language-rules.ts';
import type { ModuleRules, ProgramModules } from '../program/module-rules.ts';
import type { Exported } from '../program/exported.ts';

/** A call, by its node. */
export interface CallPlace {
  file: ProgramFile;
  node: number;
}

/** Values: what expressions are. Default of each: nothing beyond what the core knows. */
interface ValueRules {
  /** What waiting for a value gives. Default: what a promise is of. */
  awaited?(i: Inference, value: Value | null): Value | null;
  /** What stands at an index of an `index` node; undefined for what the core tells: the element. */
  indexed?(i: Inference, file: ProgramFile, node: number): Value | null | undefined;
  /** What an index or a spread gives of a value, by its type. Default: the element. */
  elementAt?(i: Inference, value: Value | null): Value | null;
  /** What an object gives at an index by a method that the language calls itself. */
  itemByMethod?(i: Inference, value: Value | null): Value | null;
  /** One of several parts that a value is taken apart into; undefined for what the core tells. */
  item?(i: Inference, file: ProgramFile, part: { of: number; index: number }): Value | null | undefined;
  /** The part of an object of the language at a place. */
  tupleItem?(i: Inference, object: Value & { kind: 'instance' }, index: number): Value | null;
  /** What a loop over a value gives; undefined for what the core tells. */
  iterated?(i: Inference, value: Value | null): Value | null | undefined;
  /** The same of one alternative. */
  iteratedPart?(i: Inference, part: Value): Value | null | undefined;
  /** The value of `value.name`. Default: that of the member. */
  attribute?(i: Inference, value: Value | null, name: string): Value | null;
  /** The value of a member of what a value holds, where the value itself has none of that name. */
  memberBehind?(i: Inference, value: Value | null, name: string): Value | null;
  /** What an extension is that a `member` node names without calling it. */
  extensionNamed?(i: Inference, file: ProgramFile, node: number): Value | null;
  /** What a name or a member gives where it is named, of what it means. Default: that. */
  named?(i: Inference, value: Value | null): Value | null;
  /** What a name gives that an import declares, of what it leads to. Default: that. */
  imported?(i: Inference, entity: Target, meant: Value | null): Value | null;
  /** What a variable holds besides what it is given, such as what the file adds to it. Default: what it is given. */
  assigned?(variable: Target, held: Value | null): Value | null;
  /** A module as a whole, of what it exports as that. Default: that. */
  wholeModule?(module: ProgramFile, whole: Value | null): Value | null;
  /** What an alias of a type is where it is called or selected from. Default: nothing. */
  aliased?(type: Value | null): Value | null;
  /** What a parameter gets that nothing else tells of, such as a test's fixture. */
  handed?(i: Inference, file: ProgramFile, parameter: { owner: number; parameter: number }): Value | null;
  /** What an object gives by a method that a statement or a slice calls (`ops.given`). */
  given?(i: Inference, value: Value | null, method: string): Value | null;
  /** What comes behind a class in the order in which members are looked for (`ops.superAfter`). */
  superAfter?(i: Inference, self: Value | null, after: Value | null): Value | null;
  /** `this` in a function that belongs to nothing, by what is expected where it stands. */
  expectedThis?(i: Inference, file: ProgramFile, scope: number): Value | null;
  /** A type of the language's library, with its arguments; undefined for any other name. Default: `builtinType`. */
  libraryType?(name: string, args: readonly (Value | null)[]): Value | null | undefined;
}

/** Calls: what they give, and what they expect of their arguments. */
interface CallRules {
  /** What a call of the language's library gives; undefined for any other call. Default: `scriptResult`. */
  libraryResult?(i: Inference, file: ProgramFile, node: number): Value | null | undefined;
  /** What the library hands to a function that it is given; undefined for anything else. Default: `scriptCallback`. */
  libraryCallback?(i: Inference, file: ProgramFile, argument: { call: number; position: number }): Value | undefined;
  /** What a call gives whatever its callee may be; undefined for any other call. */
  calledFirst?(i: Inference, file: ProgramFile, node: number): Value | null | undefined;
  /** What a call gives besides what functions return: what is made by calling a type, a table, a record. */
  made?(i: Inference, callee: Value | null, call: CallPlace): Value | null;
  /** What a call gives where nothing else tells. */
  calledLast?(i: Inference, file: ProgramFile, node: number): Value | null;
  /** What calling a value gives that a function hands back, of what functions return. Default: that. */
  resultOfCalling?(value: Value | null, returned: Value | null): Value | null;
  /** How many parameters of a bound function come before those that a call gives. Default: none. */
  boundParameters?(callee: Callable): number;
  /** Whether a function is given its receiver as its first argument. Default: no. */
  takesReceiver?(file: ProgramFile, owner: number): boolean;
  /** The node of the argument for a parameter; 0 for none. Default: by place. */
  argumentFor?(file: ProgramFile, args: readonly number[], parameter: { position: number; name: string }): number;
  /** The name that a function gives back, or whose call; 0 for anything else. Default: a name that is returned. */
  givenName?(file: ProgramFile, entity: number): { name: number; isCalled: boolean };
  /** Whether an async function declares what it gives when it was awaited. Default: no. */
  declaresAwaited?(file: ProgramFile, entity: number): boolean;
  /** What a method gives back to its receiver, which may be of a class that inherits the method. Default: what it returns. */
  returnedTo?(i: Inference, method: Target, returned: number, self: Value): Value | null;
  /** Where a type parameter is declared; null for what is none. Default: where it stands. */
  typeParameterOrigin?(i: Inference, parameter: Target): Target | null;
  /** What a type expects of the arguments of a call where it has no constructor. */
  expectedByType?(i: Inference, file: ProgramFile, argument: { callee: Value | null; position: number }): Value | null;
  /** Whether what is expected of an argument says anything. Default: a function or an object. */
  isExpectation?(part: Value): boolean;
  /** The signature of a function that a call means; null where the function itself is meant. */
  suited?(i: Inference, callable: Callable, call: CallPlace): Callable | null;
  /** The name of a type's member that runs when it is constructed. Default: `constructor`. */
  constructorName?(type: Target): string;
  /** Whether a name is that of a signature and not of a function. Default: `()`, `new` and none. */
  isSignature?(name: string): boolean;
  /** `this` as a function declares it among its parameters. */
  declaredThis?(i: Inference, owner: Target, environment: Callable['environment']): Value | null;
}

/** Overloads and extensions. */
interface OverloadRules {
  /** The names that the language gives its containers; languages with overloads alone have them. */
  containers?: ContainerWords;
  /** The extensions that a `member` node means without a call. */
  namedExtensions?(i: Inference, file: ProgramFile, node: number): readonly Member[];
  /** What an extension is given that is called on `receiver`. Default: the arguments alone. */
  extensionArguments?(args: Arguments, receiver: number): Arguments;
  /** Extensions of a name that are called without a receiver: those that what stands around is taken by, and those that may be. */
  extensionsAround?(i: Inference, file: ProgramFile, named: { name: number; scope: number }): ExtensionsAround;
  /** The functions that a name means with these arguments, of those that are found around the call. Default: those. */
  taken?(i: Inference, call: { file: ProgramFile; callee: number; args: Arguments }, found: Member[]): Member[];
  /** Of functions that fit a call equally well those of other files that a build takes instead of the first's. */
  builtInstead?<T extends Target>(asking: ProgramFile, fitting: readonly T[]): readonly T[];
  /** The names of types of which every object is an instance, besides `Object`. */
  rootType?: string;
  /** Whether an array can be what a parameter's type says. Default: no. */
  takesArray?(expected: Value | null): boolean;
  /** How many parameters a function has where it is handed over; null where that says nothing. Default: as many as it declares. */
  countOfParameters?(count: number): number | null;
}

/** Names: what they mean where they stand. */
interface NameRules {
  /** What a name means where files share names without naming each other's files. */
  scopedName?(i: Inference, file: ProgramFile, wanted: ScopedName): Exported | null;
  /** Where a member that is only declared is defined. Default: where it is declared. */
  definedElsewhere?(i: Inference, target: Target): readonly Target[];
  /** The file of another language that a name stands for. */
  fileNamed?(i: Inference, file: ProgramFile, name: number): ProgramFile | null;
  /** Of what several files give to the program under one name that which is meant as a value. Default: all. */
  globalValues?(asking: ProgramFile, globals: readonly Target[]): readonly Target[];
  /** The same where it is named. Default: the first. */
  globalNamed?(asking: ProgramFile, globals: readonly Target[]): readonly Target[] | 'unknown';
  /** Whether a name that no file declares may be put there while the program runs. Default: no. */
  mayBeGlobal?(name: string): boolean;
  /** Whether assigning a name that is not declared declares it. Default: where the program has no other of that name. */
  declaresByAssigning?(): boolean;
  /** What other files and settings of the project open for a file. */
  openedForProject?(i: Inference, file: ProgramFile): readonly { module: ProgramFile | null; path: string }[];
  /** What an alias means that another file of the project declares for all. */
  aliasForProject?(i: Inference, file: ProgramFile, name: string): Exported | null;
  /** A name of a namespace that is opened, where it is declared in a file of an outer one. */
  inOpenedPart?(i: Inference, file: ProgramFile, name: string): Exported | null;
  /** What the names up to `next` mean that lead through namespaces. */
  inNamespace?(i: Inference, file: ProgramFile, names: readonly string[]): { found: Exported; next: number } | null;
  /** What a chain of names means as an expression that starts with a namespace. */
  qualifiedName?(i: Inference, file: ProgramFile, node: number): Exported | null;
  /** What a module within a file hands on under a name. */
  handedOn?(
    program: ProgramModules,
    file: ProgramFile,
    module: number,
    wanted: { name: string; space: number },
  ): Exported | null;
  /** Of several declarations of a name in a package that of the platform of the file that asks. */
  ofSamePlatform?(i: Inference, asking: ProgramFile, module: ProgramFile, name: string): Exported | null;
}

/** Members: where they are declared, and what else types have. */
interface MemberRules {
  /** Members of a type, where the language looks for them in a way of its own. */
  members?(i: Inference, value: Typed, name: string): readonly Member[];
  /** Members of a class that it and its instances have together. Default: as the core looks for them. */
  attributes?(i: Inference, value: Typed, wanted: { name: string; self: Value }): readonly Member[];
  /** Members of a type of a name, as they are declared. Default: by that name. */
  membersNamed?(file: ProgramFile, type: number, name: string): readonly number[];
  /** Members of what is merged with a function. */
  insideFunction?(i: Inference, target: Target, name: string): readonly Member[];
  /** A property that functions and classes have without declaring it; undefined for any other. */
  functionMember?(part: Value & { kind: 'function' | 'static' }, name: string): Value | null | undefined;
  /** Whether a class has what a base has beside its own of that name. Default: no. */
  takesBaseMembers?(file: ProgramFile, type: number, name: string): boolean;
  /** The members that `super` means under a name; null where no class is known. Default: those of the bases. */
  superMembers?(i: Inference, self: Value | null, name: string): readonly Member[] | null;
  /** Members of a class below that holds a member by assigning it anew. */
  assignedBelow?(i: Inference, part: Typed, name: string, members: readonly Member[]): readonly Member[];
  /** Classes that extend the one around and have a member: which of them `this` is, nobody says. */
  heirsWith?(i: Inference, self: Value | null, name: string): readonly Value[];
  /** Members of what a value holds, where the value itself has none of that name. */
  heldMembers?(i: Inference, value: Value | null, name: string): readonly Member[];
  /** A module that belongs to another as its member. */
  submodule?(i: Inference, module: ProgramFile, name: string): Value | null;
  /** What stands before names that are written alone in a function. */
  implicitReceiver?(i: Inference, file: ProgramFile, scope: number): Value | null;
  /** What an attribute holds of which only what is assigned is known. */
  heldByType?(i: Inference, member: Target, environment: Environment): Value | null;
  /** All parts of a type that is declared in several. Default: the type alone. */
  parts?(i: Inference, type: Target): readonly Target[];
  /** Whether a base counts as named by a relation of heritage. Default: yes. */
  isAncestor?(base: Value, relation: number): boolean;
  /** Whether several extensions of a type have a member, and nobody knows which of them is seen. Default: no. */
  isAmbiguous?(type: ProgramFile, extensions: readonly Target[], member: { from: ProgramFile; name: string }): boolean;
  /** What tells a type from outside from others of its name. Default: the name as it is written. */
  fullTypeName?(file: ProgramFile, type: { path: readonly number[]; scope: number }): string;
  /** Members that the project adds to the types of values from outside, or why there is no link. */
  addedToExternal?(
    i: Inference,
    file: ProgramFile,
    parts: readonly Value[],
    name: string,
  ): readonly Target[] | 'external' | 'unknown';
  /** Whether every type has a member of that name: which is meant, its arguments say. Default: no. */
  isOfEveryType?(name: string): boolean;
  /** What an extension is called on, as its receiver. Default: that. */
  extensionReceiver?(i: Inference, on: Argument): Argument;
  /** The extensions of a name that a file sees. Default: those of its unit and of what it imports. */
  visibleExtensions?(i: Inference, file: ProgramFile, name: string): readonly Target[];
  /** Whether an extension is seen outside of its own file. Default: yes. */
  isSeenElsewhere?(extension: Target): boolean;
  /** What an extension is a member of by its qualified name. Default: the type that it extends. */
  extensionOwner?(extension: Target): number;
  /** Whether a receiver is a name that nobody declares, which takes no extension. Default: no. */
  isExternalName?(i: Inference, file: ProgramFile, node: number): boolean;
  /** What a file's declarations stand in for besides members of bases: variants for platforms, definitions of what is declared. */
  variants?(i: Inference, file: ProgramFile): readonly Override[];
}

/** Links: what sites name. */
interface LinkRules {
  /** Whether it is told by a name alone what it means, and what it can be otherwise says nothing. Default: no. */
  isToldByName?(file: ProgramFile, name: number): boolean;
  /** What a name means that has a space of its own; undefined for any other name. */
  namedApart?(
    i: Inference,
    file: ProgramFile,
    named: { name: number; scope: number },
  ): readonly Target[] | 'external' | 'unknown' | undefined;
  /** A name without what marks it where it is used. Default: the name. */
  plainName?(name: string): string;
  /** Whether calling these targets runs nothing: conversions, attributes that are read. Default: no. */
  runsNothing?(targets: readonly Target[]): boolean;
  /** Of what a name means that which it can mean with its arguments. Default: all. */
  withArguments?(
    i: Inference,
    file: ProgramFile,
    node: number,
    targets: readonly Target[],
  ): readonly Target[] | 'external' | 'unknown';
  /** Of members those that a file may call. Default: all. */
  shownTo?(asking: ProgramFile, members: readonly Target[]): readonly Target[];
  /** Whether a member that an own type does not have is the library's. Default: no. */
  isLibraryMember?(i: Inference, receiver: Value | null, name: string): boolean;
  /** What a name means as a type where the grammar sees a value. */
  typeAsValue?(i: Inference, file: ProgramFile, wanted: ScopedName): Exported | null;
  /** The fields that a keyword in a call of a class names. */
  fieldsGiven?(i: Inference, callee: Value | null, name: string): readonly Target[];
  /** Whether frameworks import for a file what it shows and calls. Default: no. */
  isGivenNames?(file: ProgramFile): boolean;
  /** Files that stand in for each other. */
  filePairs?: FilePairs;
  /** Whether naming a target runs it. Default: no. */
  runsWhereNamed?(target: Target): boolean;
  /** Whether what a variable is another name for can be followed to what is called. Default: no. */
  followsCalled?(): boolean;
}

/** A file of declarations, or the first of several for different platforms, and the code that stands in for it: places among the project's files. */
export interface FilePair {
  declarations: number;
  code: number;
}

/** Files of a project that stand in for each other. */
export interface FilePairs {
  /** All of a project. */
  pairsOf(files: readonly { path: string; language: string }[]): readonly FilePair[];
  /** What the code of these pairs stands in for. */
  implied(i: Inference, pairs: readonly FilePair[]): readonly Implied[];
}

/** What changes from one version of a file to the next: by which names others see it. */
interface ChangeRules {
  /** Whether a name may be written in a shorter form where it is used. Default: no. */
  isWrittenShorter?(name: string): boolean;
  /** Whether a member is found by its place among others. Default: no. */
  isFoundByPlace?(file: ProgramFile, member: number): boolean;
  /** The name that the key of a member stands for, where it is no text. */
  computedKey?(name: string): string | null;
  /** What else others see of a file. */
  seenBesides?(file: ProgramFile): readonly string[];
  /** The name by which a unit is asked for as a part of a path. */
  unitName?(unit: string): string | null;
}

export interface Dialect
  extends ModuleRules, ValueRules, CallRules, OverloadRules, NameRules, MemberRules, LinkRules, ChangeRules {}

/** A dialect of a language: its own rules beside the plain ones. */
export function dialect(language: string, own: Partial<Dialect>): Dialect {
  return { ...plainRules(language), ...own };
}

/** The dialect of a file's language. A file's rules are its dialect: the rooms below know no more of it than the rules. */
export function dialectOf(file: { readonly rules: LanguageRules }): Dialect {
  return file.rules;
}
