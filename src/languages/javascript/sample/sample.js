// @ts-check
import config, { load as read } from './config.js';
import * as utils from '@app/utils';
import { readFile } from 'node:fs/promises';
export * from './all.js';
export { default as Thing } from './thing.js';

/* A plain block. */
export async function* stream(source, { size = 10, ...options } = {}) {
  for await (const part of source) yield read(part, size);
}

export const sum = (a, b) => a + b;
const once = fn => fn();
var old = function () {
  return this.value;
};
let later;

/**
 * A class of the language.
 */
export class Store extends Base.Mixin(Events) {
  static instances = new Map();
  #secret = 1;
  onChange = () => {
    this.emit('change');
  };
  static async open(path) {
    return new Store(await readFile(path));
  }
  get value() {
    return this.#secret;
  }
  set value(next) {
    this.#read(next);
  }
  #read() {}
  *[Symbol.iterator]() {
    yield* this.items;
  }
  'quoted method'() {}
}

export const routes = Object.freeze({
  home: '/',
  about() {},
  find: (id) => utils.find(id),
  nested: { deep: true },
});

function Legacy(name) {
  this.name = name;
  this.greet = function () {
    return hello(name);
  };
}
Legacy.prototype.shout = function shout() {
  return this.greet().toUpperCase();
};
Legacy.create = (name) => new Legacy(name);
Legacy.prototype.constructor = Legacy;

const { parse } = JSON;
const page = await import(`./page.js`);
import(dynamic);

export default {
  name: 'plugin',
  setup(app) {
    app.use(Legacy);
  },
};
export { Legacy, later as soon };
