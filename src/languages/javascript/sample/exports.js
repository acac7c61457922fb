const { a } = require('./a');

function local() {}
const Unseen = 1;

module.exports = {
  a,
  local,
  renamed: local,
  method(x) {
    return a(x);
  },
  arrow: () => 1,
  value: 42,
  loaded: require('./loaded'),
  ...a,
};
