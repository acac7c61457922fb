/**
 * Methods and classes that Ruby's class bodies define by symbols have callers, on a real index: readers, associations,
 * scopes, `define_method`, `Class.new`.
 */
import { expect, it } from 'vitest';
import { indexed } from './real-index.ts';

const { engine } = await indexed({
  'app/story.rb': `class Story < ApplicationRecord
  belongs_to :user
  has_many :comments
  attr_reader :title, "subtitle"
  scope :recent, -> { all }
  alias_method :name, :title
  delegate :size, to: :comments
  class_attribute :limit
  define_method(:made) { 1 }
  def heat; user; title; comments; name; subtitle; size; self.class.limit; made; end
end
Point = Struct.new(:x) do
  def twice; x; end
end
Story.recent
Point.new(1).twice
`,
});

it.each([
  ['Story.user', 'Story.heat'],
  ['Story.comments', 'Story.heat'],
  ['Story.title', 'Story.heat'],
  ['Story.subtitle', 'Story.heat'],
  ['Story.name', 'Story.heat'],
  ['Story.size', 'Story.heat'],
  ['Story.limit', 'Story.heat'],
  ['Story.made', 'Story.heat'],
  ['Story.recent', ''],
  ['Point.x', 'Point.twice'],
  ['Point.twice', ''],
])('%s is called by %s', async (symbol, caller) => {
  const { reached } = await engine.graph.callers({ symbol, maxDepth: 1 });
  const ids = reached.map(({ node }) => node.id);
  expect(ids).toContain(caller === '' ? 'app/story.rb' : `app/story.rb#${caller}`);
});
