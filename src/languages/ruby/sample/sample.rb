#!/usr/bin/env ruby
# frozen_string_literal: true

require 'json'
require 'active_support/core_ext/string'
require_relative '../lib/clock'
require "./config/#{ENV['STAGE']}"
require File.expand_path('boot', __dir__)
load 'tasks/seed.rb'

=begin
The warehouse: stock, orders and who may touch them.
=end

# Everything that is sold.
module Warehouse
  autoload :Ledger, 'warehouse/ledger'

  VERSION = '1.4.0'
  LIMITS = { small: 10, large: 1_000 }.freeze

  # Raised when a shelf is empty.
  class OutOfStock < StandardError; end
  Missing = Class.new(StandardError)

  # A place and what lies there.
  Point = Struct.new(:x, :y) do
    def distance
      Math.sqrt(x**2 + y**2)
    end
  end

  module Audited
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def audited(*fields) = fields.each { |field| audit_field(field) }
    end

    module_function

    def stamp
      Clock.now
    end
  end

  ##
  # A shelf holds items of one kind.
  #
  # @example
  #   Shelf.new('A1').add(item)
  class Shelf < Base::Store
    include Comparable
    include Enumerable, Audited
    extend Forwardable
    prepend Warehouse::Tracing

    CAPACITY = 50
    @@count = 0

    attr_reader :code, :items
    attr_accessor :label # shown on the door
    attr_writer 'owner'
    def_delegators :@items, :size, :empty?

    alias_method :to_str, :to_s
    alias count size

    class << self
      attr_reader :registry

      # Finds a shelf by its code.
      def find(code)
        registry.fetch(code) { raise OutOfStock, "no shelf #{code}" }
      end

      private

      def reset!
        @registry = {}
      end
    end

    def self.open(code, **options, &block)
      shelf = new(code)
      block&.call(shelf)
      shelf
    end

    # Makes an empty shelf.
    # @param code [String] its place
    def initialize(code, items: [], clock: Clock.new)
      super()
      @code = code
      @items = items
      @@count += 1
      refresh
    end

    def <=>(other)
      code <=> other.code
    end

    def [](index)
      items[index]
    end

    def label=(value)
      @label = value.to_s.strip
    end

    def empty?
      items.none?
    end

    def add(item)
      raise ArgumentError, 'nil item' unless item
      ledger = Ledger::Entry.new(item, at: stamp)
      checked = validate(item)
      items << checked
      publish :added, item: item if notify?
      self.class.audited(:items)
      ledger&.save
      yield item if block_given?
      ::Kernel.puts(label)
    rescue Errors::Invalid, OutOfStock => e
      handle e
    end

    define_method(:clear) do |force = false|
      items.clear if force
    end

    %w[red green].each do |color|
      define_method("#{color}?") { label == color }
    end

    private def refresh
      @stamp = stamp
    end

    protected

    def secret
      @secret ||= SecureRandom.hex
    end

    private

    attr_reader :stamp

    def validate(item)
      item
    end

    public

    def to_s = "Shelf #{code}"

    def hidden; end
    private :hidden

    def self.build_default
      new('default')
    end
    private_class_method :build_default

    SECRET = 'x'
    private_constant :SECRET

    class Drawer
      def pull(force: false) = force
    end
  end
end

# Lives in another file's namespace.
class Warehouse::Shelf::Label
  def print; end
end

class Warehouse::Report < ActiveRecord::Base
  belongs_to :shelf
  scope :recent, -> { where(created_at: 1.day.ago..) }
  validates :title, presence: true
end

Warehouse::Shelf.class_eval do
  def patched?
    true
  end
end

def top_level_helper(name, *rest)
  puts format('%s', name)
  inner = lambda { |x| transform(x) }
  inner.(rest)
end

def Warehouse.configure
  yield self
end

$stdout_sync = true

RSpec.describe Warehouse::Shelf do
  subject(:shelf) { described_class.new('A1') }

  let(:item) { build(:item) }

  context 'when empty' do
    before { shelf.clear }

    it 'accepts an item' do
      expect(shelf.add(item)).to eq(1)
      expect { shelf.fetch }.to raise_error(Warehouse::OutOfStock)
    end
  end
end

shelf = Warehouse::Shelf.open('B2')
top_level_helper shelf, &:label
__END__
not code: def ghost; end
