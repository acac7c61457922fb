/*
 * Loaded into the program with LD_PRELOAD, for tests on Linux only (system-faults.ts compiles and sets it up). It records what the program changes in
 * one folder, lets chosen calls there fail, lets chosen allocations of SQLite fail, and shifts the clock.
 * Invariant: the records of all processes and threads are in the order in which the calls took effect.
 *
 * FAULTS_FOLDER      the folder whose files count, without a slash at its end
 * FAULTS_STATE       a file of five 64-bit numbers that all processes share: calls so far, allocations so far, the shift of the clock (ms), and the
 *                    numbers of the first and last call or allocation that fails (0: none)
 * FAULTS_LOG         where the records go; none without it
 * FAULTS_ERROR       the errno of calls that fail
 * FAULTS_ALLOCATIONS START-END in hexadecimal: allocations by the code at these addresses are counted, and fail in place of calls
 *
 * A record: kind (1 byte), 7 bytes of nothing, inode, offset, length (64 bits each), then `length` bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct state {
  uint64_t calls, allocations;
  int64_t shift_ms;
  uint64_t first, last;
};
struct record {
  char kind, nothing[7];
  uint64_t inode, offset, length;
};
enum { most_files = 1 << 16 };

static struct state *state;
static const char *folder;
static size_t folder_length;
static int log_file = -1, error_number;
static uintptr_t code_start, code_end;
/* The inode of a file in the folder, by descriptor. 0 for other files; the folder itself has `folder_inode`. */
static uint64_t inodes[most_files];
static uint64_t folder_inode;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* The function that this one stands for. */
#define REAL(name)                                          \
  __extension__({                                           \
    static __typeof__(&name) found;                         \
    if (found == NULL) found = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    found;                                                  \
  })

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_STATE"), *range = getenv("FAULTS_ALLOCATIONS"), *error = getenv("FAULTS_ERROR");
  if (path == NULL) return;
  int file = REAL(open)(path, O_RDWR | O_CLOEXEC);
  if (file < 0) abort();
  struct state *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  REAL(close)(file);
  if (shared == MAP_FAILED) abort();
  if (error != NULL) error_number = atoi(error);
  if (range != NULL && sscanf(range, "%lx-%lx", &code_start, &code_end) != 2) abort();
  const char *log = getenv("FAULTS_LOG");
  if (log != NULL) log_file = REAL(open)(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  folder_length = strlen(getenv("FAULTS_FOLDER"));
  folder = getenv("FAULTS_FOLDER");
  state = shared;
}

static int is_inside(const char *path) {
  return folder != NULL && strncmp(path, folder, folder_length) == 0 && path[folder_length] == '/';
}

static uint64_t inode_of(int file) { return state != NULL && file >= 0 && file < most_files ? inodes[file] : 0; }

static void lock(void) {
  pthread_mutex_lock(&mutex);
  if (log_file >= 0) flock(log_file, LOCK_EX);
}

static void unlock(void) {
  int error = errno;
  if (log_file >= 0) flock(log_file, LOCK_UN);
  pthread_mutex_unlock(&mutex);
  errno = error;
}

static void write_record(char kind, uint64_t inode, uint64_t offset, const void *bytes, size_t length) {
  if (log_file < 0) return;
  int error = errno;
  struct record record = {kind, {0}, inode, offset, bytes == NULL ? 0 : length};
  struct iovec parts[2] = {{&record, sizeof record}, {(void *)bytes, bytes == NULL ? 0 : length}};
  if (REAL(writev)(log_file, parts, 2) != (ssize_t)(sizeof record + parts[1].iov_len)) abort();
  errno = error;
}

static void write_paths(char kind, uint64_t inode, const char *from, const char *to) {
  char both[8192];
  int length = snprintf(both, sizeof both, "%s%c%s", from, 0, to == NULL ? "" : to);
  write_record(kind, inode, 0, both, (size_t)length);
}

/* Counts a call, and says whether it is to fail. */
static int fails(void) {
  uint64_t number = __atomic_add_fetch(&state->calls, 1, __ATOMIC_SEQ_CST);
  if (code_end != 0 || number < state->first || number > state->last) return 0;
  errno = error_number;
  return 1;
}

static int after_open(int file, const char *path, int flags, int was_there) {
  struct stat found;
  if (file < 0 || file >= most_files || fstat(file, &found) != 0) return file;
  if (S_ISDIR(found.st_mode)) {
    folder_inode = inodes[file] = found.st_ino;
    return file;
  }
  inodes[file] = found.st_ino;
  if (!was_there) write_paths('C', found.st_ino, path, NULL);
  if (was_there && (flags & O_TRUNC) != 0) write_record('T', found.st_ino, 0, NULL, 0);
  return file;
}

#define OPEN(name)                                                                                \
  int name(const char *path, int flags, ...) {                                                    \
    va_list list;                                                                                 \
    va_start(list, flags);                                                                        \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;                \
    va_end(list);                                                                                 \
    int is_folder = folder != NULL && strcmp(path, folder) == 0;                  \
    if (!is_inside(path) && !is_folder) return REAL(name)(path, flags, mode);                     \
    lock();                                                                                       \
    int was_there = access(path, F_OK) == 0;                                                      \
    int file = (flags & O_CREAT) != 0 && !was_there && fails() ? -1 : REAL(name)(path, flags, mode); \
    file = after_open(file, path, flags, was_there);                                              \
    unlock();                                                                                     \
    return file;                                                                                  \
  }
OPEN(open)
OPEN(open64)

int close(int file) {
  if (file >= 0 && file < most_files) inodes[file] = 0;
  return REAL(close)(file);
}

/* Of a write that fails the first half arrives, as on a disk that is full. */
static ssize_t write_at(int file, const void *bytes, size_t length, off64_t offset) {
  lock();
  int failed = fails();
  size_t some = failed ? length / 2 : length;
  ssize_t done = some == 0 ? 0 : REAL(pwrite64)(file, bytes, some, offset);
  if (done > 0) write_record('W', inodes[file], (uint64_t)offset, bytes, (size_t)done);
  if (failed) errno = error_number;
  unlock();
  return failed ? -1 : done;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
  return inode_of(file) != 0 ? write_at(file, bytes, length, offset) : REAL(pwrite64)(file, bytes, length, offset);
}

/* Where the next `write` goes to. */
static off64_t position(int file) {
  return (fcntl(file, F_GETFL) & O_APPEND) != 0 ? lseek64(file, 0, SEEK_END) : lseek64(file, 0, SEEK_CUR);
}

ssize_t write(int file, const void *bytes, size_t length) {
  if (inode_of(file) == 0) return REAL(write)(file, bytes, length);
  lock();
  off64_t offset = position(file);
  ssize_t done = fails() ? -1 : REAL(write)(file, bytes, length);
  if (done > 0) write_record('W', inodes[file], (uint64_t)offset, bytes, (size_t)done);
  unlock();
  return done;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  if (inode_of(file) == 0) return REAL(writev)(file, parts, count);
  ssize_t all = 0;
  for (int part = 0; part < count; part++) {
    ssize_t done = write(file, parts[part].iov_base, parts[part].iov_len);
    if (done < 0) return all > 0 ? all : done;
    all += done;
    if ((size_t)done < parts[part].iov_len) break;
  }
  return all;
}

int ftruncate64(int file, off64_t size) {
  if (inode_of(file) == 0) return REAL(ftruncate64)(file, size);
  lock();
  int failed = fails();
  if (!failed) write_record('T', inodes[file], (uint64_t)size, NULL, 0);
  int result = failed ? -1 : REAL(ftruncate64)(file, size);
  unlock();
  return result;
}

static int synced(int file, int (*sync)(int)) {
  uint64_t inode = inode_of(file);
  if (inode == 0) return sync(file);
  lock();
  int result = fails() ? -1 : sync(file);
  if (result == 0) write_record(inode == folder_inode ? 'D' : 'S', inode, 0, NULL, 0);
  unlock();
  return result;
}

int fsync(int file) { return synced(file, REAL(fsync)); }
int fdatasync(int file) { return synced(file, REAL(fdatasync)); }

int rename(const char *from, const char *to) {
  if (!is_inside(from) && !is_inside(to)) return REAL(rename)(from, to);
  lock();
  int result = fails() ? -1 : REAL(rename)(from, to);
  if (result == 0) write_paths('R', 0, from, to);
  unlock();
  return result;
}

int link(const char *from, const char *to) {
  if (!is_inside(from) && !is_inside(to)) return REAL(link)(from, to);
  lock();
  int result = fails() ? -1 : REAL(link)(from, to);
  if (result == 0) write_paths('L', 0, from, to);
  unlock();
  return result;
}

/* Removing needs no space. */
#define REMOVE(name)                                      \
  int name(const char *path) {                            \
    if (!is_inside(path)) return REAL(name)(path);        \
    lock();                                               \
    int result = error_number != ENOSPC && fails() ? -1 : REAL(name)(path); \
    if (result == 0) write_paths('U', 0, path, NULL);     \
    unlock();                                             \
    return result;                                        \
  }
REMOVE(unlink)
REMOVE(remove)

static int allocation_fails(uintptr_t caller) {
  if (state == NULL || caller < code_start || caller >= code_end) return 0;
  uint64_t number = __atomic_add_fetch(&state->allocations, 1, __ATOMIC_SEQ_CST);
  if (number < state->first || number > state->last) return 0;
  errno = ENOMEM;
  return 1;
}

extern void *__libc_malloc(size_t), *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
  return allocation_fails((uintptr_t)__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *realloc(void *old, size_t size) {
  return allocation_fails((uintptr_t)__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

static int64_t shift(void) { return state == NULL ? 0 : __atomic_load_n(&state->shift_ms, __ATOMIC_SEQ_CST); }

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = REAL(clock_gettime)(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift() / 1000;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int result = REAL(gettimeofday)(now, zone);
  if (result == 0) now->tv_sec += shift() / 1000;
  return result;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place != NULL) *place = now.tv_sec;
  return now.tv_sec;
}
