/** Headers of the C and C++ standards and of POSIX, without their brackets. */

const names =
  // C
  'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbit stdbool ' +
  'stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype ' +
  // POSIX
  'aio cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue ndbm netdb nl_types poll pthread pwd ' +
  'regex sched search semaphore spawn strings stropts syslog tar termios trace ulimit unistd utime utmpx wordexp';

const cppNames =
  'algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv chrono cinttypes ciso646 climits ' +
  'clocale cmath codecvt compare complex concepts condition_variable contracts coroutine csetjmp csignal cstdalign cstdarg cstdbool ' +
  'cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype debugging deque exception execution expected filesystem ' +
  'flat_map flat_set format forward_list fstream functional future generator hazard_pointer initializer_list inplace_vector iomanip ' +
  'ios iosfwd iostream istream iterator latch limits linalg list locale map mdspan memory memory_resource mutex new numbers numeric ' +
  'optional ostream print queue random ranges ratio rcu regex scoped_allocator semaphore set shared_mutex simd source_location span ' +
  'spanstream sstream stack stacktrace stdexcept stdfloat stop_token streambuf string string_view strstream syncstream system_error ' +
  'text_encoding thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector version';

/** Headers of C++ that C lacks; they have no extension. */
export const cppHeaders: ReadonlySet<string> = new Set(cppNames.split(' '));

const headers: ReadonlySet<string> = new Set([...names.split(' ').map((name) => `${name}.h`), ...cppHeaders]);

/** Other system headers. A project may contain a header of this name, for systems that lack it. */
const systemNames =
  'alloca argp ar byteswap conio crt_externs crypt curses direct dos elf endian err error execinfo features fstab getopt ifaddrs intrin io ' +
  'kvm libintl libproc libutil link malloc memory mntent ncurses pam paths port printf process pty pwd resolv shadow sysexits syscall ' +
  'sysinfo term ucontext utmp util values varargs wchar windows windowsx winbase windef winerror winnt winsock winsock2 ws2tcpip';

const systemHeaders: ReadonlySet<string> = new Set(systemNames.split(' ').map((name) => `${name}.h`));

/** Whether an included name may mean a system header rather than a header of the project. */
export function isSystemHeader(header: string): boolean {
  return systemHeaders.has(header.toLowerCase()) || isStandardHeader(header);
}

/** Headers in the folders of POSIX. */
const posixFolders = /^(sys|net|netinet|arpa)\/[\w-]+\.h$/;

export function isStandardHeader(header: string): boolean {
  return headers.has(header) || posixFolders.test(header);
}
