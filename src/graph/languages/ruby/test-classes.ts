/**
 * Classes of Ruby's test libraries, which no project declares: projects reopen them to add helpers for their tests. Their heritage is listed
 * here.
 */
import type { ProgramFile } from '../../program/program-file.ts';
import type { Inference } from '../../questions/questions.ts';
import { rubyDeclarations } from './declarations.ts';
import type { Target } from '../../program/targets.ts';

/** By the path of a class: what it inherits and mixes in, in the order of a look-up. */
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

/** The classes that test blocks without a class may belong to. */
const classesOfBlocks = [
  'Minitest::Spec',
  'MiniTest::Spec',
  'RSpec::Core::ExampleGroup',
  'ActiveSupport::TestCase',
  'Test::Unit::TestCase',
];

/** The bases of a library class that the project reopens. @param path the path of the library class, which the project need not reopen */
export function basesOfLibrary(i: Inference, asking: ProgramFile, path: string): Target[] {
  return (bases.get(path) ?? []).flatMap((base) => reopened(i, asking, base));
}

/** The project's declaration of a library class. Where the project does not reopen the class: the declarations of those bases that it reopens. */
function reopened(i: Inference, asking: ProgramFile, path: string): Target[] {
  const [first] = rubyDeclarations(i, asking, path);
  return first === undefined ? basesOfLibrary(i, asking, path) : [first];
}

/** The project's classes to which a test in a block may belong. */
export function classesOfTestBlocks(i: Inference, asking: ProgramFile): Target[] {
  return classesOfBlocks.flatMap((path) => reopened(i, asking, path));
}
