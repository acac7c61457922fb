/**
 * The contract between the linker's core and a language: what a language may decide about the links of its names, members and values. A language
 * implements its members in its folder (`languages/<language>/dialect.ts`), and `languages/registry.ts` lists them all. The core asks a file's
 * dialect and knows nothing else of a language. All functions here take the inference as `i`.
 * This file imports types of `program/` and `questions/` only, so that all other folders may use it.
 * Invariants: the core never asks which language a file has; a missing member means the default that its comment names, or else that the language adds
 * nothing to the core's rules; a member never throws on any file summary, and gets values through the questions of `questions/questions.ts`, so that
 * answers do not depend on the order of questions.
 */
import type { Argument, Arguments, ImplicitReceiverExtensions } from '../questions/arguments.ts';
import type { ContainerWords } from '../questions/container-names.ts';
import type { Inference, ScopedName } from '../questions/questions.ts';
import type { Callable, Environment, Member, Override, Typed, Value } from '../questions/values.ts';
import type { GlobalDeclaration } from '../program/global-declarations.ts';
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

/** Values of expressions. Default of each: what the core knows. */
interface ValueRules {
  /** The result of awaiting a value. Default: the content of a promise. */
  awaited?(i: Inference, value: Value | null): Value | null;
  /** The value of an `index` node; undefined for the core's rule: the element. */
  indexed?(i: Inference, file: ProgramFile, node: number): Value | null | undefined;
  /** The value at an index, or of a spread, by the value's type. Default: the element. */
  elementAt?(i: Inference, value: Value | null): Value | null;
  /** The value at an index by a method that the language calls itself. */
  itemByMethod?(i: Inference, value: Value | null): Value | null;
  /** One of the parts into which a value is destructured; undefined for the core's rule. */
  item?(i: Inference, file: ProgramFile, part: { of: number; index: number }): Value | null | undefined;
  /** The part of a tuple-like object at a position. */
  tupleItem?(i: Inference, object: Value & { kind: 'instance' }, index: number): Value | null;
  /** The element in a loop over a value; undefined for the core's rule. */
  iterated?(i: Inference, value: Value | null): Value | null | undefined;
  /** The element in a loop over one alternative of a value; undefined for the core's rule. */
  iteratedPart?(i: Inference, part: Value): Value | null | undefined;
  /** The value of `value.name`. Default: that of the member. */
  attribute?(i: Inference, value: Value | null, name: string): Value | null;
  /** The value of a member of a value's contents, where the value itself has no member of that name. */
  containedMemberValue?(i: Inference, value: Value | null, name: string): Value | null;
  /** The value of an extension that a `member` node names without calling it. */
  extensionNamed?(i: Inference, file: ProgramFile, node: number): Value | null;
  /** The value of an expression that is a name or a member. `value`: the value of what the name means. Default: `value`. */
  named?(i: Inference, value: Value | null): Value | null;
  /** The value of an import, from the value that it leads to. Default: that value. */
  imported?(i: Inference, entity: Target, meant: Value | null): Value | null;
  /** The value of a variable, from its assigned value, with members that the file adds. Default: the assigned value. */
  assigned?(variable: Target, value: Value | null): Value | null;
  /** A module as a whole, from the value that it exports as a whole. Default: that value. */
  wholeModule?(module: ProgramFile, whole: Value | null): Value | null;
  /** The value of a type alias where it is called or selected from. Default: none. */
  aliased?(type: Value | null): Value | null;
  /** The value of a parameter that has no type and no known argument, such as a test fixture. */
  injected?(i: Inference, file: ProgramFile, parameter: { owner: number; parameter: number }): Value | null;
  /** The result of a method that a statement or a slice calls on an object (`ops.given`). */
  given?(i: Inference, value: Value | null, method: string): Value | null;
  /** The class after the class `after` in the method resolution order of `self` (`ops.superAfter`). */
  superAfter?(i: Inference, self: Value | null, after: Value | null): Value | null;
  /** `this` in a function without an owner, by the expected type of the function. */
  expectedThis?(i: Inference, file: ProgramFile, scope: number): Value | null;
  /** The value of a type of the language's library, by its type arguments; undefined for any other name. Default: `builtinType`. */
  libraryType?(name: string, args: readonly (Value | null)[]): Value | null | undefined;
}

/** Calls: their results, and what they expect of their arguments. */
interface CallRules {
  /** The result of a call of the language's library; undefined for any other call. Default: `scriptResult`. */
  libraryResult?(i: Inference, file: ProgramFile, node: number): Value | null | undefined;
  /** What the library passes to a callback; undefined for anything else. Default: `scriptCallback`. */
  libraryCallback?(i: Inference, file: ProgramFile, argument: { call: number; position: number }): Value | undefined;
  /** The result of calls that is decided before the callee is examined; undefined for any other call. */
  calledFirst?(i: Inference, file: ProgramFile, node: number): Value | null | undefined;
  /** The result of calling something other than a function: a type, a table, a record. */
  made?(i: Inference, callee: Value | null, call: CallPlace): Value | null;
  /** The result of a call where nothing else is known. */
  calledLast?(i: Inference, file: ProgramFile, node: number): Value | null;
  /** The result of calling a value that a function returned. `returned` is the result where that value is a function. Default: `returned`. */
  resultOfCalling?(value: Value | null, returned: Value | null): Value | null;
  /** How many parameters of a bound function come before the arguments of a call. Default: none. */
  boundParameters?(callee: Callable): number;
  /** Methods of functions that call them on their first argument: with the other arguments, and with a list of arguments. Default: none. */
  callMethods?: { withArguments: string; withList: string };
  /** Methods of functions whose first argument is `this` in the function. Default: none. */
  selfMethods?: readonly string[];
  /** Whether a function gets its receiver as its first argument. Default: no. */
  takesReceiver?(file: ProgramFile, owner: number): boolean;
  /** The node of the argument for a parameter; 0 for none. Default: by position. */
  argumentFor?(file: ProgramFile, args: readonly number[], parameter: { position: number; name: string }): number;
  /** The node that a function returns (`return f`) or calls for its result (`return f()`). Default: only `return f`. */
  returnedNode?(file: ProgramFile, entity: number): { node: number; isCalled: boolean };
  /** Whether the declared result of an async function is the awaited one. Default: no. */
  declaresAwaited?(file: ProgramFile, entity: number): boolean;
  /** The result of a method when it is called on `self`, whose class may inherit the method. `returned`: the node of what the method returns. */
  returnedTo?(i: Inference, method: Target, returned: number, self: Value): Value | null;
  /** The declaration of a type parameter, which may be imported; null for an import of something else. Default: `parameter`. */
  typeParameterOrigin?(i: Inference, parameter: Target): Target | null;
  /** The expected type of an argument in a call of a type that has no constructor. */
  expectedByType?(i: Inference, file: ProgramFile, argument: { callee: Value | null; position: number }): Value | null;
  /** Whether an expected type helps to infer the argument. Default: that of functions and objects does. */
  isExpectation?(part: Value): boolean;
  /** The signature of a function that a call means; null where the function itself is meant. */
  suited?(i: Inference, callable: Callable, call: CallPlace): Callable | null;
  /**
   * The signatures that a call may mean, as entities of the function's file in the order of their declaration: one where the call tells which. Only for
   * functions with several. Default: none.
   */
  signaturesMeant?(i: Inference, callable: Callable, call: CallPlace): readonly number[];
  /** The name of the member that runs when an instance of a type is constructed. Default: `constructor`. */
  constructorName?(type: Target): string;
  /** The name of a class method that a construction runs, if a class of the project defines it: Ruby's `def self.new`. Default: none. */
  constructs?: string;
  /** Whether a name is that of a signature and not of a function. Default: `()`, `new` and the empty name. */
  isSignature?(name: string): boolean;
  /** The value of `this`, where a function declares it among its parameters. */
  declaredThis?(i: Inference, owner: Target, environment: Callable['environment']): Value | null;
}

/** Overloads and extensions. */
interface OverloadRules {
  /** The names of the language's containers; only languages with overloads have them. */
  containers?: ContainerWords;
  /**
   * A method's name without a call stands for all its overloads, and for extensions (C#'s method groups). `whereExpected`: only where a function is
   * expected there that tells which of them is meant.
   */
  methodGroups?: true | 'whereExpected';
  /** The extensions that a `member` node means without a call. */
  namedExtensions?(i: Inference, file: ProgramFile, node: number): readonly Member[];
  /** The arguments of an extension that is called on `receiver`. Default: the call's arguments. */
  extensionArguments?(args: Arguments, receiver: number): Arguments;
  /** Extensions of a name that is called without a receiver: those that match an implicit receiver of the call, and those that may match one. */
  implicitReceiverExtensions?(
    i: Inference,
    file: ProgramFile,
    named: { name: number; scope: number },
  ): ImplicitReceiverExtensions;
  /** The functions that a call means by its arguments, chosen from those that are visible at the call (`found`). Default: `found`. */
  taken?(i: Inference, call: { file: ProgramFile; callee: number; args: Arguments }, found: Member[]): Member[];
  /**
   * Of the functions of one name, those that a call means; more than one where the call does not tell. Default: the core's choice by the number and
   * types of the arguments.
   */
  chosen?(i: Inference, candidates: readonly Member[], args: Arguments): readonly Target[];
  /** Whether one of the functions has the labels of the arguments, in languages where a call must write them. Default: yes. */
  takesLabels?(candidates: readonly Member[], args: Arguments): boolean;
  /**
   * What distinguishes the methods of one name, where extensions add methods to a type beside its own ones of that name. Default: only the methods of the
   * first declaration that has the name.
   */
  signature?(method: Target): string;
  /**
   * The functions that a called name means, in languages whose sites have their arguments though names mean the same without them; `found` is what
   * the name means. Default: `found`.
   */
  calledFunctions?(
    i: Inference,
    call: Arguments & { callee: number },
    found: readonly Target[] | 'external' | 'unknown',
  ): readonly Target[] | 'external' | 'unknown';
  /** Among functions that match a call equally well: those that another build takes instead of the first. Default: none. */
  otherBuilds?<T extends Target>(asking: ProgramFile, fitting: readonly T[]): readonly T[];
  /** The name of the type that a method of the library returns. @param owner the name on which it is called; null for another expression */
  libraryResultType?(owner: string | null, name: string): string | null;
  /** The name of the type that a method returns on a value of a type of the library; null where that is not known. */
  libraryResultOn?(type: string, name: string): string | null;
  /** Ranks of numeric types by name: a number converts to a type of a higher rank by itself. Default: only primitive types of small letters. */
  numberRanks?: ReadonlyMap<string, number>;
  /** The name of the type of a static field or property of the library. */
  libraryFieldType?(owner: string, name: string): string | null;
  /** Members of a nullable value that are the value itself. Default: none. */
  ofNullable?: ReadonlySet<string>;
  /** Names of types that a text converts to by itself. Default: none. */
  textTypes?: ReadonlySet<string>;
  /** What a type of the library directly extends or implements; undefined for a type that is not known. Default: nothing is known. */
  libraryBases?(name: string): readonly string[] | undefined;
  /** What distinguishes an imported type from the library's one of that name, where it is another language's (Java's lists in Scala); null for others. */
  foreignType?(module: string, name: string): string | null;
  /** The name of the root type, besides `Object`. */
  rootType?: string;
  /** Whether an array matches a parameter's type. Default: no. */
  takesArray?(expected: Value | null): boolean;
  /** How many parameters a function has when it is passed as an argument; null where that is not known. Default: as many as it declares. */
  countOfParameters?(count: number): number | null;
}

/** What names mean where they stand. */
interface NameRules {
  /** The meaning of a name, in languages whose files see each other's names without naming the files. */
  scopedName?(i: Inference, file: ProgramFile, wanted: ScopedName): Exported | null;
  /** The definitions of a member that is only declared. Default: the declaration. */
  definedElsewhere?(i: Inference, target: Target): readonly Target[];
  /** The file of another language that a name means. */
  fileNamed?(i: Inference, file: ProgramFile, name: number): ProgramFile | null;
  /** The globals that are meant as a value, where several files declare one name. Default: all. */
  globalValues?(asking: ProgramFile, globals: readonly Target[]): readonly Target[];
  /** The globals that a name at a site means, where several files declare it. Default: the first. */
  globalNamed?(asking: ProgramFile, globals: readonly GlobalDeclaration[]): readonly Target[] | 'unknown';
  /** The value of a name that no file declares, where the program adds members to what the platform has under that name; undefined for others. */
  extendedGlobal?(i: Inference, file: ProgramFile, name: string): Value | undefined;
  /** Whether a name that no file declares may be defined at run time. Default: no. */
  mayBeGlobal?(name: string): boolean;
  /** Whether assigning to an undeclared name declares it. Default: where the program has no other declaration of the name. */
  declaresByAssigning?(): boolean;
  /** Namespaces that other files and settings of the project import for a file. */
  openedForProject?(i: Inference, file: ProgramFile): readonly { module: ProgramFile | null; path: string }[];
  /** The meaning of an alias that another file of the project declares for all files. */
  aliasForProject?(i: Inference, file: ProgramFile, name: string): Exported | null;
  /** A name of an imported namespace that is declared in a file of an outer namespace. */
  inOpenedPart?(i: Inference, file: ProgramFile, name: string): Exported | null;
  /** The meaning of a name in a type of a module, where `path` says that a file imports all names in that type; undefined for any other path. */
  inOpenedType?(i: Inference, module: ProgramFile, wanted: { path: string; name: string }): Exported | null | undefined;
  /** The meaning of a path's first names, which lead through namespaces. `next` is the index of the name after them. */
  inNamespace?(i: Inference, file: ProgramFile, names: readonly string[]): { found: Exported; next: number } | null;
  /** The meaning of a member access that starts with a namespace. */
  qualifiedName?(i: Inference, file: ProgramFile, node: number): Exported | null;
  /** What a module inside a file re-exports under a name. */
  reexported?(
    program: ProgramModules,
    file: ProgramFile,
    module: number,
    wanted: { name: string; space: number },
  ): Exported | null;
  /** The declaration for the asking file's platform, where a package has several of one name. */
  ofSamePlatform?(i: Inference, asking: ProgramFile, module: ProgramFile, name: string): Exported | null;
}

/** Members: where they are declared, and which other members types have. */
interface MemberRules {
  /** Members of a type, for languages with a look-up of their own. */
  members?(i: Inference, value: Typed, name: string): readonly Member[];
  /** Members that a class shares with its instances. Default: the core's look-up. */
  attributes?(i: Inference, value: Typed, wanted: { name: string; self: Value }): readonly Member[];
  /** Members of a type by a name, as they are declared. Default: those of that name. */
  membersNamed?(file: ProgramFile, type: number, name: string): readonly number[];
  /** Members of what is merged with a function. */
  mergedWithFunction?(i: Inference, target: Target, name: string): readonly Member[];
  /** A property that functions and classes have without declaring it; undefined for any other. */
  functionMember?(part: Value & { kind: 'function' | 'static' }, name: string): Value | null | undefined;
  /** Whether a class that declares members of a name also has those of its base under this name. Default: no. */
  takesBaseMembers?(file: ProgramFile, type: number, name: string): boolean;
  /** The members that `super` means by a name; null where no class is known. Default: those of the bases. */
  superMembers?(i: Inference, self: Value | null, name: string): readonly Member[] | null;
  /** Members of subclasses that assign a member again which a base declares. */
  assignedInSubclasses?(i: Inference, part: Typed, name: string, members: readonly Member[]): readonly Member[];
  /** Subclasses of the enclosing class that have a member: any of them may be `this`. */
  subclassesWith?(i: Inference, self: Value | null, name: string): readonly Value[];
  /** Members of a value's contents, where the value itself has no member of that name. */
  containedMembers?(i: Inference, value: Value | null, name: string): readonly Member[];
  /** A module that belongs to another as its member. */
  submodule?(i: Inference, module: ProgramFile, name: string): Value | null;
  /** The receiver of names that a function uses without a receiver. */
  implicitReceiver?(i: Inference, file: ProgramFile, scope: number): Value | null;
  /** The value of an attribute by the declared type of the parameter that is assigned to it. */
  valueByType?(i: Inference, member: Target, environment: Environment): Value | null;
  /** All parts of a type with several declarations. Default: the type alone. */
  parts?(i: Inference, type: Target): readonly Target[];
  /** Whether a base is an ancestor by a relation of heritage (extends, implements, mixes in). Default: yes. */
  isAncestor?(base: Value, relation: number): boolean;
  /** Whether several extensions of a type have a member, and which of them `from` sees is unknown. Default: no. */
  isAmbiguous?(type: ProgramFile, extensions: readonly Target[], member: { from: ProgramFile; name: string }): boolean;
  /** The name of an external type that distinguishes it from others of its name. Default: the name as it is written. */
  fullTypeName?(file: ProgramFile, type: { path: readonly number[]; scope: number }): string;
  /** Members that the project adds to the types of external values; otherwise whether the member is external or unknown. */
  addedToExternal?(
    i: Inference,
    file: ProgramFile,
    parts: readonly Value[],
    name: string,
  ): readonly Target[] | 'external' | 'unknown';
  /** Whether every type has a member of that name, so that its arguments decide which is meant. Default: no. */
  isOfEveryType?(name: string): boolean;
  /** The receiver of an extension, from the expression that it is called on. Default: that expression. */
  extensionReceiver?(i: Inference, receiver: Argument): Argument;
  /** The extensions of a name that a file sees. Default: those of its unit and its imports. */
  visibleExtensions?(i: Inference, file: ProgramFile, name: string): readonly Target[];
  /** Whether an extension is visible outside of its file. Default: yes. */
  isSeenElsewhere?(extension: Target): boolean;
  /** The owner in an extension's qualified name. Default: the type that it extends. */
  extensionOwner?(extension: Target): number;
  /** Whether a receiver is an undeclared name, which takes no extension. Default: no. */
  isExternalName?(i: Inference, file: ProgramFile, node: number): boolean;
  /** Overrides besides those of members of bases: platform variants override the first variant, definitions override their declarations. */
  variants?(i: Inference, file: ProgramFile): readonly Override[];
}

/** Links: the targets of sites. */
interface LinkRules {
  /** Whether a name's declaration is its target, so that its value need not be inferred. Default: no. */
  isKnownByName?(file: ProgramFile, name: number): boolean;
  /** The targets of a name that the common look-up does not find, such as a macro; undefined for any other name. */
  namedApart?(
    i: Inference,
    file: ProgramFile,
    named: { name: number; scope: number },
  ): readonly Target[] | 'external' | 'unknown' | undefined;
  /** A name without a mark that only says how it is used, such as a macro's `!`. Default: the name. */
  plainName?(name: string): string;
  /** Whether a call of these targets runs nothing: conversions, reads of attributes. Default: no. */
  runsNothing?(targets: readonly Target[]): boolean;
  /** Of the targets of a called name, those that the call's arguments can mean. Default: all. */
  withArguments?(
    i: Inference,
    file: ProgramFile,
    node: number,
    targets: readonly Target[],
  ): readonly Target[] | 'external' | 'unknown';
  /** The members that a file may call. Default: all. */
  callableFrom?(asking: ProgramFile, members: readonly Target[]): readonly Target[];
  /** Whether a member that a type of the project does not have is the library's. Default: no. */
  isLibraryMember?(i: Inference, receiver: Value | null, name: string): boolean;
  /** The type that a name means where the grammar reads the name as a value. */
  typeAsValue?(i: Inference, file: ProgramFile, wanted: ScopedName): Exported | null;
  /** The fields that a keyword argument in a call of a class names. */
  fieldsGiven?(i: Inference, callee: Value | null, name: string): readonly Target[];
  /** Whether frameworks provide names to a file that the file does not import. Default: no. */
  getsNamesFromFrameworks?(file: ProgramFile): boolean;
  /** Rules for pairs of files: declarations and their code, or variants. */
  filePairs?: FilePairs;
  /** Whether methods that the language calls by itself are those of an object's class, and never members of a class as a value. Default: no. */
  runsOnInstances?(): boolean;
  /** Whether naming a target calls it. Default: no. */
  runsWhereNamed?(target: Target): boolean;
  /** What a call of these targets uses besides its arguments, as the text of a macro says. Default: nothing. */
  usedByCall?(
    i: Inference,
    file: ProgramFile,
    node: number,
    targets: readonly Target[],
  ): readonly { target: Target; isCalled: boolean }[];
  /** Whether a call of a variable is linked to the callable that was assigned to it. Default: no. */
  followsCalled?(): boolean;
}

/** A file of declarations, or the first of several platform variants, and the code that implements it: places among the project's files. */
export interface FilePair {
  declarations: number;
  code: number;
}

/** Pairs of files of a project. */
export interface FilePairs {
  /** All pairs of a project. */
  pairsOf(files: readonly { path: string; language: string }[]): readonly FilePair[];
  /** The declarations that the code of these pairs implements. */
  implied(i: Inference, pairs: readonly FilePair[]): readonly Implied[];
}

/** By which names other files see a change between two versions of a file. */
interface ChangeRules {
  /** Whether a use of a name may be written in a shorter form. Default: no. */
  isWrittenShorter?(name: string): boolean;
  /** Whether a member can be found by its position among others. Default: no. */
  isFoundByPosition?(file: ProgramFile, member: number): boolean;
  /** Macros, where files that call one need not mention what its text names. Default: none. */
  macros?: {
    /** Whether a file with these globals may declare a macro. */
    mayBeAmong(globals: readonly string[]): boolean;
    /** What stands before a name in the texts of a file whose macro names it. */
    mark: string;
    /** The names that a macro's text looks up; null for any that its file mentions, undefined for what is no macro. */
    namesIn(file: ProgramFile, entity: number): readonly string[] | null | undefined;
  };
  /** The name in a computed key of a member (`Symbol` in `[Symbol.iterator]`); null for any other key. */
  computedKey?(name: string): string | null;
  /** Texts that are part of a file's interface besides its exported declarations. */
  otherInterfaceTexts?(file: ProgramFile): readonly string[];
  /** The name by which a path can name a unit. */
  unitName?(unit: string): string | null;
}

export interface Dialect
  extends ModuleRules, ValueRules, CallRules, OverloadRules, NameRules, MemberRules, LinkRules, ChangeRules {}

/** A dialect: the default rules, with a language's own rules in their place. */
export function dialect(language: string, own: Partial<Dialect>): Dialect {
  return { ...plainRules(language), ...own };
}

/** The dialect of a file's language. It is the file's `rules`, of which lower folders know only the type `LanguageRules`. */
export function dialectOf(file: { readonly rules: LanguageRules }): Dialect {
  return file.rules;
}
