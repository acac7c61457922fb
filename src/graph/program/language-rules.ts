/**
 * The rules of a language that can be stated as data: properties of naming and calling that it shares with other languages. The core of the
 * linker asks a file's rules instead of comparing language ids. Rules that need code are members of `languages/dialect.ts`.
 */

export interface LanguageRules {
  /** The id of the language by whose rules files are linked: for the scripts of Vue and Svelte components TypeScript, else the language itself. */
  linkedAs: string;
  /** Languages of one family see each other's names. A language that is alone in its family names the family by its id. */
  family: string;
  /** A file sees a name only by importing the name's module or belonging to it (packages, namespaces, crates). */
  seenByImport: boolean;
  /** A class body sees its members without a receiver, and overloads differ by their parameters. */
  nominal: boolean;
  /** A type can be called to construct it, and a variable that holds a function can be called by its name. */
  callsByName: boolean;
  /** Calling a type constructs an instance, so a called name may be a type. */
  callsTypes: boolean;
  /** Files see each other's names without naming the files. */
  sharesNames: boolean;
  /** Which types look up static and instance members together. */
  oneMemberSpace: 'all' | 'classes' | 'none';
  /** Whether methods of one name in a type are different methods, among which the arguments of a call choose. */
  overloadsMembers: boolean;
  /** Members of mixins are found before those of the superclass. */
  mixesInFirst: boolean;
  /** Files may add members to external types, and name any type that they extend by an alias. */
  extendsExternal: boolean;
  /** A member that a type of the project neither declares nor inherits is external. */
  declaresAll: boolean;
  /** Static methods of interfaces are called through their interface only: no class or other interface inherits them. */
  keepsInterfaceStatics: boolean;
  /** Methods of a class hide those of the same name in its interfaces, whatever their parameters. */
  hidesInterfaceMethods: boolean;
  /**
   * Classes have companion objects, which they mix in. A name after a class means a member of its companion first. Whether the members of companions
   * are also `visible` without a receiver in the class and its subclasses, or stand `apart`; `none` for languages without companions.
   */
  companions: 'visible' | 'apart' | 'none';
  /** There are extension functions, which are called as if they were members of a type. */
  hasExtensions: boolean;
  /** A declaration without types may get them from the declaration that it overrides. */
  followsInherited: boolean;
  /** Types implement interfaces without declaring so, and have the members of types that they embed. */
  implementsImplicitly: boolean;
  /** Declarations of a type in several files are one type, represented by the declaration with the most members. */
  joinsDeclarations: boolean;
  /** Modules bind names at run time: branches and imports may rebind any name, and all top-level names are exported. */
  bindsAtRun: boolean;
  /** A name of another module is visible only where an import names it. */
  importsByName: boolean;
  /** Types are values: a name of a type is looked up among values too. */
  typesAreValues: boolean;
  /** Packages are shared by the languages of one virtual machine, and a project may have several of one name. */
  sharesPackages: boolean;
  /** A module and a function may have one name, which then means both. */
  separatesModules: boolean;
  /** How a file's interface includes the field `b` of a star export: as a number or as a text; null where no other file depends on that field. */
  starDetail: 'number' | 'text' | null;
  /** The name of the member that runs when an object is called (`__call__`); null where objects cannot be called. */
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
    overloadsMembers: false,
    mixesInFirst: false,
    extendsExternal: false,
    declaresAll: false,
    keepsInterfaceStatics: false,
    hidesInterfaceMethods: false,
    companions: 'none',
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
