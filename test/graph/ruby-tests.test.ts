/** Links of Ruby to implicit names: methods of mixed-in modules, shared helpers of tests, classes made by calls. */
import { describe, expect, test } from 'vitest';
import { ruby } from '../../src/languages/ruby/ruby.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([ruby]);

interface Case {
  name: string;
  files: Sources;
}

const cases: Case[] = [
  {
    name: 'a module extends the classes that mix it in: `included`, also by `send` and in a singleton class',
    files: {
      'a.rb': `module Hooked
  def self.included(base)
    base.extend Macros
    base.send(:include, Flat)
  end
  module Macros; def ‹@macro›macro; end; end
end
module Flat; def ‹@flat›flat; end; end
module Base
  class << self
    def included(base)
      super(base)
      base.extend(ClassMethods)
    end
  end
  module ClassMethods; def ‹@build›build; end; end
  def go; self.class.‹build›build; end
end
class Page; include Hooked; include Base; ‹macro›macro; def x; ‹flat›flat; self.class.‹build›build; end; end
class Other; ‹?›macro; end
Page.‹macro›macro; Page.‹build›build; Page.new.‹flat›flat; Page.new.‹?›macro`,
    },
  },
  {
    name: 'a concern: `included do`, `class_methods do`, ClassMethods',
    files: {
      'track.rb': `module Track
  extend ActiveSupport::Concern
  included do
    extend Deep
    include Flat
    ‹deep›deep
  end
  class_methods do
    def ‹@track›track(x); ‹other›other; end
    def ‹@other›other; end
  end
  def ‹@tracked›tracked; self.class.‹track›track(1); end
end
module Deep; def ‹@deep›deep; end; end
module Flat; def ‹@flat›flat; end; end`.replace('‹deep›deep\n  end', 'deep\n  end'),
      'post.rb': `class Post
  include Track
  ‹track›track :x
  ‹deep›deep
  def m; ‹flat›flat; ‹tracked›tracked; end
end
class Kid < Post; ‹track›track 2; end`,
    },
  },
  {
    name: 'classes made by calls: with a base, with fields, with a body',
    files: {
      'a.rb': `‹@Point›Point = Struct.new(:‹@x›x, :y) do
  def ‹@dist›dist; ‹x›x; end
end
class Base; def ‹@run›run; end; def self.‹@make›make; end; end
def f
  pt = ‹Point›Point.new(1, 2)
  pt.‹dist›dist; pt.‹x›x
  run = ‹Point›Point.new(3, 4)
  kind = Class.new(Base) do
    run.‹dist›dist
    def ‹@extra›extra; ‹run›run; end
  end
  kind.new.‹extra›extra; kind.new.‹run›run; kind.‹make›make
end
‹@Kid›Kid = Class.new(Base)
‹Kid›Kid.new.‹run›run`,
    },
  },
  {
    name: 'a method gives what it gave before `ensure`, and what a `rescue` gives; blocks keep their variables',
    files: {
      'a.rb': `class A; def ‹@a›a; end; end
class B; def ‹@b›b; end; end
def made; A.new; ensure; 1; end
def saved
  A.new
rescue IOError
  B.new
end
def ‹@item›item; A.new; end
made.‹a›a
saved.‹a›a; saved.‹b›b
[1].each { |x| item = B.new; item.‹b›b }
‹item›item.‹a›a`,
    },
  },
  {
    name: 'tests in blocks: variables of `before`, `let`, `subject`, the described class, methods of the innermost block',
    files: {
      'spec/box_spec.rb': `describe ‹Box›Box do
  before { @box = Box.new }
  let(:lid) { Lid.new }
  def ‹@outer›help; end
  it 'x' do
    @box.‹put›put; lid.‹shut›shut; subject.‹put›put; described_class.‹all›all; ‹outer›help
  end
  context 'y' do
    before { @lid = Lid.new }
    def ‹@inner›help; end
    it { ‹inner›help; @lid.‹shut›shut; @box.‹put›put }
  end
  it { @lid.‹?›shut; ‹outer›help }
end
describe Lid do
  subject(:it_is) { Box.new }
  it { it_is.‹put›put; subject.‹put›put; @box.‹?›put; ‹?›help }
end`,
      'box.rb':
        'class ‹@Box›Box; def ‹@put›put; end; def self.‹@all›all; end; end\nclass Lid; def ‹@shut›shut; end; end',
    },
  },
  {
    name: 'test helpers: of RSpec, of the file, of a module that is mixed into all objects, for files nearby',
    files: {
      'spec/helper.rb': `include ‹Shop›Shop
include Deep
RSpec.configure do |config|
  def ‹@capture›capture; end
  config.include Logins, type: :feature
end
module Logins; def ‹@login›login; end; end
def ‹@near›near; end`,
      'spec/models/a_spec.rb':
        'describe 1 do\n  it { ‹capture›capture; ‹near›near; ‹Item›Item.new; ‹Leaf›Leaf; ‹shout›shout; ‹login›login }\nend',
      'app/shop.rb': `module ‹@Shop›Shop
  class ‹@Item›Item; end
  def ‹@shout›shout; end
  module Deep; class ‹@Leaf›Leaf; end; end
end
class Other; def f; ‹-›Item; ‹?›capture; ‹?›near; ‹log›log; end; end`,
      'lib/globals.rb': 'def ‹@log›log; end',
    },
  },
  {
    name: 'methods that a project adds to a test library’s classes, for classes and blocks',
    files: {
      'test/helper.rb': `class Minitest::Test
  def ‹@check›check; end
  def self.‹@test›example(name); end
end
module Minitest; module Assertions; def ‹@near›assert_near; end; end; end
class Plain; def plain; end; end`,
      'test/a_test.rb': `class ATest < ActiveSupport::TestCase
  ‹test›example 'x'
  def test_a; ‹check›check; ‹near›assert_near; ‹?›plain; end
end
class BTest < Minitest::Test; def test_b; ‹near›assert_near; end; end
describe 'x' do
  ‹test›example 'y'
  it { ‹check›check; ‹near›assert_near; ‹?›plain }
end`,
    },
  },
  {
    name: 'inherited constants, in methods',
    files: {
      'a.rb': `module Limits; ‹@MOST›MOST = 1; class ‹@Cap›Cap; end; end
class Base; include Limits; ‹@LEAST›LEAST = 0; end
class Kid < Base
  def f; ‹MOST›MOST; ‹LEAST›LEAST; ‹Cap›Cap.new; end
  def self.g; ‹MOST›MOST; end
end
class Other; def f; ‹-›MOST; end; end`,
    },
  },
  {
    name: 'a class of the same name with another superclass, in another part of the project, is another class',
    files: {
      'one/test/post.rb': 'class Post < Record; def ‹@one›title; end; end',
      'one/test/a_test.rb': 'def f; Post.new.‹one›title; Post.new.‹-›body; end',
      'two/test/fakes.rb': 'Post = Struct.new(:body) do\n  def initialize(*); end\n  def only_here; end\nend',
    },
  },
  {
    name: 'methods named by symbols: callbacks and their conditions, arguments of send',
    files: {
      'a.rb': `class Record; def ‹@base›touch; end; end
class Post < Record
  before_save :‹clean›clean, :‹?›gone, if: :‹dirty›dirty?
  validates :clean, unless: :‹dirty›dirty?
  after_create :‹base›touch
  rescue_from StandardError, with: :‹clean›clean
  def ‹@clean›clean; send(:‹item›item, 1).‹go›go; end
  def ‹@dirty›dirty?; self.public_send :‹clean›clean; end
  def ‹@item›item(n); Item.new; end
end
class Item; def ‹@go›go; end; end
Post.new.send(:‹clean›clean); Post.new.method(:‹dirty›dirty?)`,
    },
  },
  {
    name: 'records: finders, queries on their results, associations, scopes, factories',
    files: {
      'app/story.rb': `class ApplicationRecord < ActiveRecord::Base; end
class Story < ApplicationRecord
  belongs_to :‹@user›user
  has_one :author, class_name: "User"
  has_many :‹@comments›comments
  scope :‹@recent›recent, -> { where(new: true) }
  def ‹@heat›heat; ‹user›user.‹karma›karma; author.‹karma›karma; ‹comments›comments.first.‹text›text; end
end
class Comment < ApplicationRecord; def ‹@text›text; end; end
class User < ApplicationRecord; def ‹@karma›karma; end; end
class Plain; def text; end; def self.find(id); end; end
Story.find(1).‹heat›heat; Story.where(a: 1).order(:b).first.‹heat›heat; Story.‹recent›recent.last!.‹heat›heat
Story.create!.‹comments›comments.where(x: 1).take.‹text›text
Story.find_by(id: 1).‹user›user.‹karma›karma
Plain.find(1).‹?›text; Plain.where(1).‹?›text; Story.count.‹?›text`,
      'spec/a_spec.rb': `describe 'x' do
  let(:story) { create(:story, title: 1) }
  it { story.‹heat›heat; build(:user).‹karma›karma; create(:gone).‹?›karma }
end`,
    },
  },
  {
    name: 'a redefined reader',
    files: { 'a.rb': 'class A\n  attr_reader :name\n  def ‹@name›name; end\n  def f; ‹name›name; end\nend' },
  },
];

describe('links of Ruby to implicit names', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
