/**
 * Types of the platform that Java, Kotlin and Scala call, with the types that they extend or implement: they choose between overloads. Read-only
 * collections of Kotlin have the names of Java's.
 */

/** Each line: types, then what they directly extend or implement. A type on several lines has the bases of all of them. */
const declared = `
Collection SequencedCollection MutableIterable: Iterable
List Set Queue AbstractCollection MutableCollection Deque: Collection
MutableList AbstractList CopyOnWriteArrayList: List MutableCollection
MutableSet SortedSet AbstractSet: Set
MutableSet: MutableCollection
ArrayList LinkedList Vector ImmutableList: AbstractList MutableList
LinkedList ArrayDeque LinkedBlockingDeque: Deque
Stack: Vector
HashSet TreeSet EnumSet LinkedHashSet ImmutableSet: AbstractSet MutableSet
LinkedHashSet: HashSet
NavigableSet: SortedSet
TreeSet: NavigableSet
PriorityQueue BlockingQueue Deque ConcurrentLinkedQueue: Queue
ArrayBlockingQueue LinkedBlockingQueue PriorityBlockingQueue: BlockingQueue
ListIterator MutableIterator MutableListIterator: Iterator
AbstractMap MutableMap SortedMap ConcurrentMap: Map
HashMap TreeMap EnumMap ImmutableMap ConcurrentHashMap WeakHashMap: AbstractMap MutableMap
LinkedHashMap: HashMap
NavigableMap: SortedMap
TreeMap: NavigableMap
ConcurrentHashMap: ConcurrentMap
IntStream LongStream DoubleStream Stream: BaseStream
BaseStream: AutoCloseable
Closeable: AutoCloseable
InputStream OutputStream Reader Writer: Closeable
FileInputStream FilterInputStream ByteArrayInputStream ObjectInputStream PipedInputStream SequenceInputStream: InputStream
BufferedInputStream DataInputStream InflaterInputStream CheckedInputStream CipherInputStream DigestInputStream: FilterInputStream
GZIPInputStream ZipInputStream: InflaterInputStream
FileOutputStream FilterOutputStream ByteArrayOutputStream ObjectOutputStream PipedOutputStream: OutputStream
BufferedOutputStream DataOutputStream PrintStream DeflaterOutputStream CipherOutputStream DigestOutputStream: FilterOutputStream
GZIPOutputStream ZipOutputStream: DeflaterOutputStream
InputStreamReader BufferedReader StringReader CharArrayReader: Reader
FileReader: InputStreamReader
LineNumberReader: BufferedReader
OutputStreamWriter BufferedWriter PrintWriter StringWriter CharArrayWriter: Writer
FileWriter: OutputStreamWriter
Writer PrintStream StringBuilder StringBuffer CharBuffer: Appendable
String StringBuilder StringBuffer CharBuffer: CharSequence
ByteBuffer CharBuffer IntBuffer LongBuffer: Buffer
Integer Long Short Byte Double Float BigInteger BigDecimal AtomicInteger AtomicLong: Number
ReadableByteChannel WritableByteChannel: Channel
ByteChannel: ReadableByteChannel WritableByteChannel
SeekableByteChannel SocketChannel: ByteChannel
FileChannel: SeekableByteChannel
UnaryOperator: Function
BinaryOperator: BiFunction
RunnableFuture: Runnable Future
FutureTask: RunnableFuture
CompletableFuture: Future CompletionStage
ScheduledFuture: Future
ExecutorService: Executor
ScheduledExecutorService ForkJoinPool ThreadPoolExecutor: ExecutorService
Thread TimerTask: Runnable
Error Exception: Throwable
RuntimeException IOException ReflectiveOperationException InterruptedException TimeoutException ExecutionException: Exception
IllegalArgumentException IllegalStateException IndexOutOfBoundsException NullPointerException UnsupportedOperationException: RuntimeException
NoSuchElementException ClassCastException ArithmeticException ConcurrentModificationException UncheckedIOException: RuntimeException
NumberFormatException: IllegalArgumentException
FileNotFoundException EOFException UnknownHostException MalformedURLException: IOException
ClassNotFoundException NoSuchMethodException NoSuchFieldException InvocationTargetException: ReflectiveOperationException
Class ParameterizedType WildcardType TypeVariable GenericArrayType: Type
Class TypeVariable: GenericDeclaration
GenericDeclaration: AnnotatedElement
Method Constructor: Executable
Executable: GenericDeclaration Member
Field: AnnotatedElement Member
DeclaredType ArrayType: ReferenceType
ReferenceType PrimitiveType NoType: TypeMirror
TypeElement ExecutableElement VariableElement PackageElement TypeParameterElement: Element
ZonedDateTime: ChronoZonedDateTime
LocalDate LocalDateTime LocalTime Instant ZonedDateTime OffsetDateTime: Temporal
Temporal: TemporalAccessor
GregorianCalendar: Calendar
Timestamp: Date
`;

/** Types without a base that stands here. */
const others =
  'Supplier Consumer BiConsumer Predicate BiPredicate Comparator Callable Optional File Path URI URL Locale Charset KClass Pattern UUID ' +
  'ToIntFunction ToLongFunction ToDoubleFunction IntFunction Sequence TimeZone Filer Duration ClassLoader AtomicReference Random Regex';

const bases = basesIn(declared);
for (const name of others.split(' ')) bases.set(name, []);

/** Reads lines of types with what they directly extend or implement. A type that only stands on the right has no bases. */
export function basesIn(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of text.trim().split('\n')) {
    const [types = '', above = ''] = line.split(': ');
    const named = above.split(' ');
    for (const name of named) if (!found.has(name)) found.set(name, []);
    for (const name of types.split(' ')) found.set(name, [...(found.get(name) ?? []), ...named]);
  }
  return found;
}

/** What a type of the platform directly extends or implements; undefined for a type that is not listed. */
export function jvmBases(name: string): readonly string[] | undefined {
  return bases.get(name);
}

/** Types by the names of the methods that return them, from names of methods by the name of the type. */
export function typesByMethod(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).flatMap(([type, list]) => list.split(' ').map((name) => [name, type] as const)));
}
