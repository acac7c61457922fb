/**
 * What every language says of itself in a word: what its ways of naming and calling have in common with others', as data. The rooms of the
 * linker's core ask a file's rules instead of comparing language ids; what takes more than a word is a member of `languages/dialect.ts`.
 */

export interface LanguageRules {
  /** As which language its files are linked: scripts of components as TypeScript. */
  linkedAs: string;
  /** Languages of one family see each other's names; any other is alone. */
  family: string;
  /** Names are seen by importing the module, or by being of it (packages, namespaces, crates), alone: who sees them leans on it. */
  seenByImport: boolean;
  /** A class's body sees its members by their names alone, and overloads are told apart by what they take. */
  nominal: boolean;
  /** A type can be called to construct it, and a variable that holds a function can be called by its name. */
  callsByName: boolean;
  /** Calling a type constructs it, and a name with a call behind it may be a type. */
  callsTypes: boolean;
  /** Files share names without naming each other's files. */
  sharesNames: boolean;
  /** Whose static members and those of instances have names together. */
  oneMemberSpace: 'all' | 'classes' | 'none';
  /** What a class mixes in comes before what it inherits. */
  mixesInFirst: boolean;
  /** Files add members to types from outside of the project. */
  extendsExternal: boolean;
  /** What a type of the project neither declares nor takes over from another is not the project's. */
  declaresAll: boolean;
  /** Functions are declared that are called as if they were members of a type. */
  hasExtensions: boolean;
  /** A declaration without types may follow what it inherits. */
  followsInherited: boolean;
  /** Types implement interfaces, and have members of others, without saying so. */
  implementsUnsaid: boolean;
  /** Declarations of a type in several files are one, and the one with the most members stands for it. */
  joinsDeclarations: boolean;
  /** Modules bind names as they run: any may be bound again, by branches and imports, and all at the top are exported. */
  bindsAtRun: boolean;
  /** A name of another module is seen where an import names it, and nowhere else. */
  importsByName: boolean;
  /** Types are values: their names are looked up together. */
  typesAreValues: boolean;
  /** Packages are shared by the languages of one virtual machine, and a project may have several of one name. */
  sharesPackages: boolean;
  /** A module and a function may share a name, and both are meant by it. */
  separatesModules: boolean;
  /** What the second operand of a star among a file's exports is; null where it says nothing that others see. */
  starDetail: 'number' | 'text' | null;
  /** The function that runs when an object is called as if it were one; null where objects are not called. */
  callMember: string | null;
}

/** The rules of a language that says nothing of itself. */
export function plainRules(language: string): LanguageRules {
  return {
    linkedAs: language,
    family: language,
    seenByImport: false,
    nominal: false,
    callsByName: false,
    callsTypes: false,
    sharesNames: false,
    oneMemberSpace: 'none',
    mixesInFirst: false,
    extendsExternal: false,
    declaresAll: false,
    hasExtensions: false,
    followsInherited: false,
    implementsUnsaid: false,
    joinsDeclarations: false,
    bindsAtRun: false,
    importsByName: false,
    typesAreValues: false,
    sharesPackages: false,
    separatesModules: false,
    starDetail: null,
    callMember: null,
  };
}
