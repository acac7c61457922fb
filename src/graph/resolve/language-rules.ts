/**
 * What the languages' ways of naming and calling have in common and where they differ, as one table: linking asks it instead of comparing
 * language ids. A language that is not in it has none of these.
 */

export interface LanguageRules {
  /** A class's body sees its members by their names alone, and overloads are told apart by what they take. */
  nominal: boolean;
  /** A type can be called to construct it, and a variable that holds a function can be called by its name. */
  callsByName: boolean;
  /** Calling a type constructs it, and a name with a call behind it may be a type. */
  callsTypes: boolean;
  /** A function that takes nothing is called where it is named. */
  callsWhereNamed: boolean;
  /** Files share names without naming each other's files. */
  sharesNames: boolean;
  /** Static members and those of instances have names together. */
  oneMemberSpace: boolean;
  /** What a class mixes in comes before what it inherits. */
  mixesInFirst: boolean;
  /** What a property holds is read by calling it. */
  readsByCall: boolean;
  /** A class is made by calling it, in a language that shares names. */
  constructsByCall: boolean;
  /** Files add members to types from outside of the project. */
  extendsOutside: boolean;
  /** What a type of the project neither declares nor takes over from another is not the project's. */
  declaresAll: boolean;
}

const none: LanguageRules = {
  nominal: false,
  callsByName: false,
  callsTypes: false,
  callsWhereNamed: false,
  sharesNames: false,
  oneMemberSpace: false,
  mixesInFirst: false,
  readsByCall: false,
  constructsByCall: false,
  extendsOutside: false,
  declaresAll: false,
};

const nominal = { ...none, nominal: true, callsByName: true, declaresAll: true };
const sharing = { ...none, sharesNames: true };

const rules: ReadonlyMap<string, LanguageRules> = new Map([
  ['java', { ...nominal, callsByName: false }],
  ['csharp', nominal],
  ['kotlin', { ...nominal, callsTypes: true }],
  ['scala', { ...nominal, callsTypes: true, callsWhereNamed: true }],
  ['c', { ...sharing, oneMemberSpace: true }],
  ['cpp', { ...sharing, oneMemberSpace: true, constructsByCall: true }],
  ['php', { ...sharing, oneMemberSpace: true, mixesInFirst: true }],
  ['ruby', { ...sharing, mixesInFirst: true, readsByCall: true }],
  ['elixir', { ...sharing, oneMemberSpace: true, declaresAll: true }],
  ['swift', { ...sharing, oneMemberSpace: true, constructsByCall: true, extendsOutside: true }],
  ['rust', { ...none, extendsOutside: true }],
]);

export function rulesOf(language: string): LanguageRules {
  return rules.get(language) ?? none;
}

/** Whether types implement interfaces there, and have members of others, without saying so. */
export function isGo({ language }: { language: string }): boolean {
  return language === 'go';
}
