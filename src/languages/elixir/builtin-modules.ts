/** First parts of the modules that come with Elixir. */
export const builtinModules: ReadonlySet<string> = new Set(
  (
    'Access Agent Application Atom Base Behaviour Bitwise Calendar Code Collectable Config Date DateTime Dict DynamicSupervisor Enum ' +
    'Enumerable EEx ErlangError ExUnit Exception File Float Function GenEvent GenServer HashDict HashSet IEx IO Inspect Integer JSON ' +
    'Kernel Keyword List Logger Macro Map MapSet Mix Module NaiveDateTime Node OptionParser PartitionSupervisor Path Port Process ' +
    'Protocol Range Record Regex Registry Set Stream String StringIO Supervisor System Task Time Tuple URI Version'
  ).split(' '),
);
