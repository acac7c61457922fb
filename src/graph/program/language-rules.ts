/**
 * The rules of a language that can be stated as data: what its naming and calling have in common with other languages. The core of the
 * linker asks a file's rules instead of comparing language ids. Whatever needs code is a member of `languages/dialect.ts`.
 */

export interface LanguageRules {
  /** The language as which its files are linked: scripts in components as TypeScript. */
  linkedAs: string;
  /** Languages of one family see each other's names; any other language sees only its own. */
  family: string;
  /** Names are visible only by importing their module or belonging to it (packages, namespaces, crates): who sees them depends on that module. */
  seenByImport: boolean;
  /** A class body sees its members without a receiver, and overloads differ by their parameters. */
  nominal: boolean;
  /** A type can be called to construct it, and a variable that holds a function can be called by its name. */
  callsByName: boolean;
  /** Calling a type constructs an instance, so a called name may be a type. */
  callsTypes: boolean;
  /** Files see each other's names without naming the files. */
  sharesNames: boolean;
  /** Which types have one namespace for static and instance members. */
  oneMemberSpace: 'all' | 'classes' | 'none';
  /** Mixins come before inherited classes. */
  mixesInFirst: boolean;
  /** Files may add members to external types. */
  extendsExternal: boolean;
  /** A member that a type of the project neither declares nor inherits is external. */
  declaresAll: boolean;
  /** Has extension functions: functions that are called as if they were members of a type. */
  hasExtensions: boolean;
  /** A declaration without types may get them from what it overrides. */
  followsInherited: boolean;
  /** Types implement interfaces, and have members of others, without declaring it. */
  implementsImplicitly: boolean;
  /** Declarations of a type in several files are one type, represented by the declaration with the most members. */
  joinsDeclarations: boolean;
  /** Modules bind names at run time: branches and imports may bind any name again, and all top-level names are exported. */
  bindsAtRun: boolean;
  /** A name of another module is visible only where an import names it. */
  importsByName: boolean;
  /** Types are values: their names are looked up together. */
  typesAreValues: boolean;
  /** Packages are shared by the languages of one virtual machine, and a project may have several of one name. */
  sharesPackages: boolean;
  /** A module and a function may share a name, which then means both. */
  separatesModules: boolean;
  /** The meaning of the second operand of a star export; null where it has none for other files. */
  starDetail: 'number' | 'text' | null;
  /** The function that runs when an object is called as if it were one; null where objects are not called. */
  callMember: string | null;
}

/** The default rules. */
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
    implementsImplicitly: false,
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
