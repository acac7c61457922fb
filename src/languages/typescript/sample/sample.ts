#!/usr/bin/env node
// A line comment at the top.

import main from './main.js';
import def, { one, two as second, type Shape, default as again } from '../lib/names.js';
import * as path from 'node:path';
import fs, * as whole from 'fs/promises';
import type { Options } from '#internal/options';
import { type A, type B } from '@scope/types';
import './side-effect.css';
import legacy = require('legacy');
import type Kind = require('kind');
export { one, second as zwei } from './re-export.js';
export type { Shape } from './shapes.js';
export * from './everything.js';
export * as bundle from './bundle.js';

/** The limit of `run`. */
export const LIMIT: number = 10;
const secret = 'hidden',
  other = 5;
let counter: Map<string, A[]> | null = null;
export const { alpha, beta: renamed = 1, ...rest } = main;
const [first, [nested]] = def();
const lazy = await import('./lazy.js');
const { pick, choose: chosen } = await import('./choices.js');
void import('./callback.js').then(({ handler }) => handler());
const member = (await import('./member.js')).member;

/**
 * Adds.
 * @param a one
 */
// eslint-disable-next-line no-unused-vars
export function add<T extends number>(a: T, b = 2): number {
  const local = a;
  /** Inside. */
  function inner(x: Options): x is Options {
    return check(x);
  }
  const arrow = (y: string) => path.join(y, `${inner(y)}`);
  class Local {}
  return local + b + new Local().size + arrow`tagged ${one()}`;
}

/** First of the overloads. */
export function load(name: string): string;
export function load(name: number): number;
export function load(name: unknown): unknown {
  return whole?.readFile(name!, 'utf8');
}

export const arrow = async <K,>({ a, b }: Shape, ...more: K[]): Promise<void> => {
  await this.first.second?.third.call();
  list[0].use(a as unknown as Options);
  make().then((x) => x.done()).catch(console.error);
};
const short = x => x * LIMIT;
const expression = function named(this: Window, a?: string) {
  return a satisfies string;
};

// Above an interface.
// Two lines of it.
export interface Point<T = string> extends Base<T>, ns.Other {
  /** Across. */
  readonly x: number;
  'quoted-name'?: T;
  move(by: number): Point;
  move(by: string): Point;
  get size(): number;
  (call: T): void;
  new (made: A): B;
  [key: string]: unknown;
  nested: { deep: Options };
}

export type Alias<T> = { name: string; run(): void; [Symbol.iterator]: T } & { extra: typeof LIMIT };
type Mapped<T> = { [K in keyof T as `get${K}`]: T[K] extends infer U ? U : never };
type Union = 'a' | A | import('./deep.js').Deep<B> | ReturnType<typeof path.join>;
type Callback = <R>(error: Error | null, ...args: [first: R, second?: A]) => asserts error is Error;

export enum Color {
  Red = 'red',
  Green = first.length,
  'light blue' = 3,
}
declare const enum Level {
  Low,
}

@Injectable()
@registry.component({ selector: 'shop' })
export abstract class Shop<T extends Item> extends ns.Store<T> implements Closable, Other<T> {
  static #count = 0;
  private readonly items: T[] = [];
  protected name?: string;
  @Input() label = 'x';
  declare later: string;
  handler = async (event: Event): Promise<void> => this.#private(event);
  accessor modern = 1;
  static create: () => Shop<Item>;

  constructor(
    private readonly log: Logger,
    public size = 3,
    @Inject('token') protected token: Token,
    plain: string,
  ) {
    super(plain);
    this.items.push(new Item<T>(log));
    this.onClose = () => this.close();
  }

  static {
    register(Shop);
  }

  /** Opens. */
  @HostListener('open', ['$event'])
  async *open(): AsyncGenerator<T> {
    yield* super.open();
  }

  get total(): number {
    return this.items.length;
  }
  set total(value) {}
  #private(event: Event) {}
  abstract close(): void;
  pay(by: 'card'): void;
  pay(by: string): void;
  pay(by: unknown) {}
  [Symbol.dispose]() {}
  ['computed' + name]() {}
}

export const Made = class Inner extends Shop<Item> {
  close() {}
};

/** Settings. */
export const settings = {
  depth: 3,
  'max-width': 10,
  run(a: number) {
    return helper(a);
  },
  stop: async () => {},
  legacy: function () {},
  get view() {
    return 1;
  },
  one,
  ...rest,
} as const satisfies Options;

export namespace Outer.Inner {
  export const visible = 1;
  const invisible = 2;
  export function method() {}
  namespace Deeper {
    export type Here = A;
  }
}

export import Short = Outer.Inner;
declare module 'ambient' {
  export function ambientFunction(a: string): void;
  const ambientConst: number;
}
declare global {
  interface Window {
    custom: A;
  }
}

register({
  method() {
    return class {
      inside() {}
    };
  },
});
if (LIMIT > 1) {
  function conditional() {}
}
label: for (const item of items) {
  const assigned = <Options>item;
  item.fire();
}

export { secret, short as brief };
export default add;
