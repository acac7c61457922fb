/** Everything here is visible to the compiler. */
declare function greet(name: string): void;
declare function greet(name: number): void;
declare const version: string;
declare class Box<T> {
  private secret;
  constructor(value: T);
  open(): T;
  static of<T>(value: T): Box<T>;
}
interface Global {
  box: Box<string>;
}
declare namespace Tools {
  function hammer(): void;
  let nail: Global;
}
declare module '*.svg';
