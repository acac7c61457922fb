'use strict';

const path = require('path');
const { join, resolve: absolute } = require('node:path');
const debug = require('debug')('app');
const parse = require('./parser').parse;
require('./register');

/**
 * Makes an application.
 */
exports = module.exports = createApplication;

function createApplication() {
  if (absolute('.')) return require('./lazy');
  return debug(join('a', parse()));
}

function hidden() {}

var proto = (exports.application = {});
proto.listen = function listen() {
  return this.server.listen(arguments);
};

exports.version = '1.0';
exports.empty = void 0;
exports.helper = hidden;
exports.run = async (task) => task();
module.exports.Router = class Router {
  route() {}
};
module.exports.Layer = require('./layer');

(function (root) {
  function inside() {}
  root.exposed = inside;
})(this);
return;
