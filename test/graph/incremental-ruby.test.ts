/**
 * Links after any history of edits equal those of a new index: what Ruby's modules add to the classes that mix them in,
 * and what files define globally.
 */
import { describe, expect, it } from 'vitest';
import { linkCount, playHistories, type Family } from './link-histories.ts';

const given: Family = {
  places: ['test/support/moved.rb', 'lib/helper.rb', 'lib/shop/track.rb', 'test/deep/helper.rb', 'helper.rb'],
  variants: {
    'lib/track.rb': [
      'module Track\n  extend Concern\n  included do\n    extend Deep\n    include Flat\n  end\n  class_methods do\n    def track(x); deep; end\n  end\n  def tracked; self.class.track(1); LIMIT; end\nend\n',
      'module Track\n  def self.included(base)\n    base.extend ClassMethods\n    base.send :include, Flat\n  end\n  module ClassMethods\n    def track(x); plain; new.tracked; end\n  end\n  def tracked; flat; Limit.new; end\nend\n',
      'module Track\n  module ClassMethods\n    include Deep\n  end\n  def self.track; end\nend\n',
      null,
    ],
    'lib/parts.rb': [
      'module Deep; def deep; flat; end; end\nmodule Flat; LIMIT = 1; class Limit; def most; end; end; def flat; end; end\n',
      'module Deep; include Track; def deep; end; end\nmodule Flat; def self.included(base); base.extend(Deep); end; def flat; LIMIT; end; end\n',
      'module Flat; module Deep; LIMIT = 2; def deep; end; end; end\n',
      null,
    ],
    'lib/post.rb': [
      'class Base; include Track; LIMIT = 3; end\nclass Post < Base\n  track :x\n  deep\n  def m; flat; tracked; LIMIT; Limit.new.most; self.class.track(2); end\nend\n',
      'Post = Struct.new(:title, :tags) do\n  include Track\n  track 1\n  def m; title; tags.deep; flat; end\nend\nMade = Class.new(Post) { def extra; m; end }\n',
      'class Post\n  include Flat\n  deep\n  def m; flat; log; end\n  def title\n    log\n  rescue IOError\n    self\n  ensure\n    deep\n  end\nend\n',
      null,
    ],
    'lib/log.rb': [
      'def log; Post.new.m; end\n',
      'def log; end\ndef capture; end\n',
      'class Log; def log; end; end\n',
      null,
    ],
    'test/helper.rb': [
      'include Flat\nRSpec.configure do |config|\n  def capture; Post.new; end\n  config.include Deep\nend\ndef show; end\n',
      'include Track\ninclude ClassMethods\ndef capture; Made.new; end\n',
      'describe Post do\n  def capture; end\nend\n',
      null,
    ],
    'test/post_test.rb': [
      'describe Post do\n  before { @post = Post.new; @one = capture }\n  let(:made) { Made.new }\n  def show(x = 1); capture.m; end\n  it "x" do\n    @post.m\n    @one.title\n    made.extra\n    subject.flat\n    described_class.track\n    show.m\n    Limit.new.most\n    log\n  end\n  describe "y" do\n    def show; @post; end\n    it { show.m; flat }\n  end\nend\n',
      'class PostTest\n  def setup; @post = Post.new; end\n  def test_m; @post.m; capture; log; Limit; deep; end\nend\n',
      'k = Class.new(Post) do\n  def more; track(1); m; end\n  track 2\nend\nk.new.more\nk.track\nmost = 1\n[1].each { |post| post = Post.new; post.m }\npost.m\n',
      null,
    ],
    'app/record.rb': [
      'class Record < ActiveRecord::Base\n  belongs_to :post\n  has_many :records\n  scope :near, -> { all }\n  before_save :m, if: :near?\n  def m; post.m; records.first.m; Record.near.take.m; send(:near?); end\n  def near?; end\nend\n',
      'class ApplicationRecord < ActiveRecord::Base; end\nclass Record < ApplicationRecord\n  has_one :post, class_name: "Made"\n  validates :m, unless: :flat\n  include Flat\n  def m; post.extra; Record.where(a: 1).first.m; create(:post).m; end\nend\n',
      null,
    ],
    'test/deep/more_test.rb': ['capture.m\nshow\nlog\nLimit.new.most\nClassMethods\nflat\n', null],
  },
};

describe('links after edits in Ruby', () => {
  it('equal those of a new index where modules and files define implicit names', async () => {
    await expect(playHistories(given, 40)).resolves.toBeUndefined();
    expect(await linkCount(given)).toBeGreaterThan(6);
  });
});
