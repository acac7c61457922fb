/** Links of Ruby: constants by scope, reopened classes, mixed-in modules, methods of self, attributes. */
import { describe, expect, test } from 'vitest';
import { ruby } from '../../src/languages/ruby/ruby.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([ruby]);

interface Case {
  name: string;
  files: Sources;
}

function one(name: string, text: string): Case {
  return { name, files: { 'a.rb': text } };
}

const cases: Case[] = [
  {
    name: 'constants: of the enclosing scopes, then of the top level, with paths, across files',
    files: {
      'main.rb': `module ‹@Shop›Shop
  class Order
    def f; ‹inner›Item.new; ::‹top›Item; ‹Shop›Shop::‹inner›Item; ‹LIMIT›LIMIT; ‹-›Gone; ‹Deep›Deep::‹Leaf›Leaf; end
  end
end
‹top›Item`,
      'item.rb': `module Shop; class ‹@inner›Item; def x; end; end; ‹@LIMIT›LIMIT = 1; end
class ‹@top›Item; end
module Shop::‹@Deep›Deep; class ‹@Leaf›Leaf; end; end`,
    },
  },
  {
    name: 'classes that are reopened in other files are one symbol',
    files: {
      'a.rb': 'class ‹@A›A\n  def ‹@one›one; ‹two›two; end\nend',
      'b.rb': 'class A\n  def ‹@two›two; self.‹one›one; end\nend',
      'c.rb': '‹A›A.new.‹one›one\n‹A›A.new.‹two›two\na = A.new\na.‹two›two\na.‹?›three',
    },
  },
  one(
    'class methods: self., class << self, inherited, extended',
    `module Tools; def ‹@tool›tool; end; end
class Base; def self.‹@make›make; ‹new›new; end; class << self; def ‹@build›build; ‹make›make; end; end; end
class Kid < Base
  extend ‹-›Gone
  extend Tools
  ‹tool›tool
  def self.z; ‹build›build; ‹tool›tool; end
  def inst; ‹?›make; end
end
Kid.‹make›make; Kid.‹tool›tool; Kid.‹build›build`
      .replace('‹new›new', 'new')
      .replace('extend ‹-›Gone\n  ', ''),
  ),
  {
    name: 'blocks in a class body run for instances, unless the class itself has the method',
    files: {
      'helper.rb': `class ActiveSupport::TestCase
  def ‹@sign›sign_in(user); end
  def self.‹@get›get(path); end
  def get(path); end
end`,
      'a_test.rb': `class ATest < ActiveSupport::TestCase
  setup do
    ‹sign›sign_in(1)
  end
  test "x" do
    ‹sign›sign_in(2)
    ‹own›own
    ‹?›nobody
  end
  ‹get›get '/' do
  end
  def ‹@own›own; end
  def self.make; ‹?›own; end
end`,
    },
  },
  one(
    'a class that defines `new` itself',
    `class A; def self.‹@new›new(a); super; end; def ‹@ctor›initialize(a); end; end
class B < A; end
module M; def self.‹@other›new; end; end
A.‹ctor,new()›new(1); B.‹ctor,new()›new(1); M.‹other()›new`,
  ),
  one(
    'mixed-in modules before superclasses; the last one first; super',
    `module M; def ‹@m›x; end; end
module N; def ‹@n›x; end; def y; end; end
class Base; def x; end; def ‹@base›y(a); end; def ‹@ctor›initialize(a); end; end
class A < ‹Base›Base; include ‹M›M; include N; def f; ‹n›x; end; def y(a); ‹base›super(a); end; def initialize; ‹ctor›super(1); end; end
class B < Base; prepend M; end
B.new.‹m›x; Base.‹ctor()›new(1)`
      .replace('‹Base›Base', 'Base')
      .replace('‹M›M', 'M'),
  ),
  one(
    'instance variables, attributes, results of methods',
    `class Item; def ‹@go›go; end; end
class A
  attr_reader :‹@item›item
  attr_accessor :other
  def initialize; @item = Item.new; end
  def ‹@made›made; Item.new; end
  def f; @item.‹go›go; item.‹go›go; self.‹made›made.‹go›go; ‹made›made.‹go›go; other.‹?›go; end
end
A.new.made.‹go›go; A.new.item.‹go›go; A.new&.made&.‹go›go`.replace(':‹@item›item', ':item'),
  ),
  one(
    'variables: local ones are no calls; what was assigned on each way',
    `class A; def ‹@a›m; end; end
class B; def ‹@b›m; end; end
def f(x)
  v = A.new
  v.‹a›m
  v = B.new if x
  v.‹a,b›m
  w = x || A.new
  w.‹a›m
  [1].each { |v| v.‹?›m }
  v.‹a,b›m
  x
end`,
  ),
  {
    name: 'functions of the file and of the files that it requires',
    files: {
      'a.rb':
        "require_relative 'lib/b'\nrequire 'json'\n‹own›own\n‹far›far(1)\n‹?›other\n‹-›puts 1\ndef ‹@own›own; ‹far›far; end",
      'lib/b.rb': 'def ‹@far›far(*a); end',
      'c.rb': 'def other; end',
    },
  },
  one(
    'aliases stand for what they name; setters',
    `class A
  def ‹@m›m; end
  def ‹@set›x=(v); end
  alias n ‹m›m
  alias_method :p, :m
  def f; self.‹set›x = 1; end
end`,
  ),
  one(
    'what a class from outside has is outside; what nobody knows is unknown',
    `class A < ActiveRecord::Base; def f; self.‹-›save; end; end
class B; def f; self.‹?›save; end; end
A.new.‹-›where; B.new.‹?›where; ‹?›x.y; "s".‹-›size`.replace('‹?›x.y', 'zz.‹?›y'),
  ),
  one(
    'module functions and constants that hold instances',
    `module Util; module_function; def ‹@helper›helper; end; end
module Own; extend self; def ‹@o›o; end; end
class Item; def ‹@go›go; end; end
ITEM = Item.new
Util.‹helper›helper; Own.‹o›o; ITEM.‹go›go`,
  ),
  one(
    'new, dup and the like without a receiver; functions of a module by name',
    `class Item
  def self.‹@make›make
    new
  end
  def self.‹@build›build(x)
    obj = new
    obj.‹one›one
    obj
  end
  def ‹@one›one; end
  def [](key); end
  def call(env)
    dup.‹_call›_call(env)
    itself.clone.‹one›one
    dup.‹?›gone
  end
  def ‹@_call›_call(env); end
end
module Mime
  def ‹@type›mime_type(ext)
    ext
  end
  def other; end
  module_function :mime_type
end
Item.‹make›make.‹one›one
Item.‹build›build(1).‹one›one
Mime.‹type›mime_type("a")
Mime.‹?›other
`,
  ),
];

describe('links of Ruby', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
