/** Types of C#'s own members, which choose between overloads: `Write(text.Trim())` is `Write(string)`. Names are as the collector writes them. */

function typesByMember(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).flatMap(([type, list]) => list.split(' ').map((name) => [name, type] as const)));
}

/** Names of methods by the type that they return, whatever library class declares them. */
const byName = typesByMember({
  int: 'IndexOf LastIndexOf GetHashCode CompareTo ToInt32 GetByteCount GetCharCount',
  boolean:
    'Equals Contains ContainsKey ContainsValue StartsWith EndsWith MoveNext TryGetValue IsAssignableFrom IsInstanceOfType IsSubclassOf ' +
    'IsNullOrEmpty IsNullOrWhiteSpace IsDigit IsLetter IsLetterOrDigit IsWhiteSpace IsUpper IsLower ToBoolean IsMatch',
  String:
    'ToString Trim TrimStart TrimEnd Substring ToLower ToUpper ToLowerInvariant ToUpperInvariant PadLeft PadRight Concat Format ReadLine ' +
    'ReadToEnd ToBase64String',
  'char[]': 'ToCharArray',
  'byte[]': 'GetBytes FromBase64String ToByteArray',
  Type: 'GetType',
  // What `Convert` returns; other classes name their conversions alike.
  ...{ sbyte: 'ToSByte', byte: 'ToByte', short: 'ToInt16', ushort: 'ToUInt16', uint: 'ToUInt32', long: 'ToInt64' },
  ...{ ulong: 'ToUInt64', float: 'ToSingle', double: 'ToDouble', decimal: 'ToDecimal', char: 'ToChar' },
  DateTime: 'ToDateTime ToUniversalTime ToLocalTime',
});

/** Static properties and fields. */
const staticFields: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  string: typesByMember({ String: 'Empty' }),
  String: typesByMember({ String: 'Empty' }),
  DateTime: typesByMember({ DateTime: 'Now UtcNow Today MinValue MaxValue' }),
  Guid: typesByMember({ Guid: 'Empty' }),
  TimeSpan: typesByMember({ TimeSpan: 'Zero MinValue MaxValue' }),
};

/** Types of values whose static methods of these names make one of them. */
const parsing = new Set([
  'Parse',
  'ParseExact',
  'NewGuid',
  'FromTicks',
  'FromSeconds',
  'FromMilliseconds',
  'FromMinutes',
]);
const numbers = new Set('sbyte byte short ushort int uint long ulong float double decimal char'.split(' '));
const values = new Set([...numbers, 'DateTime', 'DateTimeOffset', 'TimeSpan', 'Guid', 'BigInteger']);

/** The type that a method of the library returns; null where it is not known. @param owner the name on which it is called; null for none */
export function csharpResultType(owner: string | null, name: string): string | null {
  if (owner !== null && values.has(owner) && parsing.has(name)) return owner;
  return byName.get(name) ?? null;
}

/** The type of a static property or field of the library. */
export function csharpFieldType(owner: string, name: string): string | null {
  if (numbers.has(owner) && (name === 'MinValue' || name === 'MaxValue')) return owner;
  return staticFields[owner]?.get(name) ?? null;
}
