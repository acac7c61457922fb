/**
 * Classes of Ruby's test libraries, which are in no project: projects open them again to add what their tests call. What they inherit of each other
 * is known here.
 */
import type { ProgramFile } from '../../program/program-file.ts';
import type { Inference } from '../../questions/questions.ts';
import { rubyDeclarations } from './declarations.ts';
import type { Target } from '../../program/targets.ts';

/** By the path of a class: what it inherits and mixes in, in the order of a lookup. */
const bases: ReadonlyMap<string, readonly string[]> = new Map([
  ['Minitest::Test', ['Minitest::Assertions']],
  ['Minitest::Spec', ['Minitest::Test']],
  ['MiniTest::Test', ['Minitest::Test', 'MiniTest::Assertions']],
  ['MiniTest::Spec', ['Minitest::Spec']],
  ['MiniTest::Unit::TestCase', ['MiniTest::Assertions']],
  ['Test::Unit::TestCase', ['Test::Unit::Assertions']],
  ['ActiveSupport::TestCase', ['Minitest::Test']],
  ...['ActionController', 'ActionView', 'ActionMailer', 'ActiveJob', 'ActionCable', 'ActionMailbox'].map(
    (module): [string, string[]] => [`${module}::TestCase`, ['ActiveSupport::TestCase']],
  ),
  ['ActionDispatch::IntegrationTest', ['ActiveSupport::TestCase']],
  ['ActionDispatch::SystemTestCase', ['ActionDispatch::IntegrationTest']],
  ['Rails::Generators::TestCase', ['ActiveSupport::TestCase']],
]);

/** Of which class blocks of tests are, where no class is written. */
const classesOfBlocks = [
  'Minitest::Spec',
  'MiniTest::Spec',
  'RSpec::Core::ExampleGroup',
  'ActiveSupport::TestCase',
  'Test::Unit::TestCase',
];

/** What a class of a library has of classes that the project opens again. @param path of the class, which need not be one of the project */
export function basesOfLibrary(i: Inference, asking: ProgramFile, path: string): Target[] {
  return (bases.get(path) ?? []).flatMap((base) => openedAgain(i, asking, base));
}

function openedAgain(i: Inference, asking: ProgramFile, path: string): Target[] {
  const [first] = rubyDeclarations(i, asking, path);
  return first === undefined ? basesOfLibrary(i, asking, path) : [first];
}

/** Classes of the project's that a test in a block may be of. */
export function classesOfTestBlocks(i: Inference, asking: ProgramFile): Target[] {
  return classesOfBlocks.flatMap((path) => openedAgain(i, asking, path));
}
