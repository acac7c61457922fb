/*
 * A file system that finds names whatever their case and Unicode composition, and keeps the spelling that they were made with, like APFS and
 * NTFS as they come. It passes everything to a folder of the file system below, which must not be changed in another way meanwhile.
 *
 *   insensitive-fs -o source=FOLDER MOUNTPOINT
 *
 * Invariant: a folder never holds two names that are alike. A name that is not UTF-8 cannot be made (EILSEQ), as on APFS.
 */
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <glib.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

static struct {
  char *source;
} settings;

/* The form of a name by which it is found; NULL where the name is not UTF-8. */
static char *folded(const char *name) {
  char *composed = g_utf8_normalize(name, -1, G_NORMALIZE_DEFAULT);
  if (composed == NULL) return NULL;
  char *lower = g_utf8_casefold(composed, -1);
  g_free(composed);
  char *whole = g_utf8_normalize(lower, -1, G_NORMALIZE_DEFAULT);
  g_free(lower);
  return whole;
}

/* Appends the name in a folder that is alike, or the given one where there is none. 0, or a negative error number. */
static int append(char *path, const char *name, size_t length) {
  size_t at = strlen(path);
  if (at + 1 + length >= PATH_MAX || length > NAME_MAX) return -ENAMETOOLONG;
  char wanted[NAME_MAX + 1];
  memcpy(wanted, name, length);
  wanted[length] = '\0';
  path[at] = '/';
  strcpy(path + at + 1, wanted);
  struct stat status;
  if (lstat(path, &status) == 0) return 0;
  char *fold = folded(wanted);
  if (fold == NULL) return -EILSEQ;
  path[at] = '\0';
  DIR *folder = opendir(path);
  path[at] = '/';
  if (folder != NULL) {
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
      char *other = folded(entry->d_name);
      int is_alike = other != NULL && strcmp(fold, other) == 0;
      g_free(other);
      if (is_alike) {
        strcpy(path + at + 1, entry->d_name);
        break;
      }
    }
    closedir(folder);
  }
  g_free(fold);
  return 0;
}

/* Where a path of the mount is below. */
static int locate(const char *path, char *found) {
  snprintf(found, PATH_MAX, "%s%s", settings.source, path);
  struct stat status;
  if (lstat(found, &status) == 0) return 0;
  strcpy(found, settings.source);
  while (*path == '/') {
    const char *name = path + 1;
    const char *end = strchrnul(name, '/');
    if (end > name) {
      int error = append(found, name, end - name);
      if (error != 0) return error;
    }
    path = end;
  }
  return 0;
}

#define LOCATE(path, found)               \
  char found[PATH_MAX];                   \
  do {                                    \
    int error_ = locate(path, found);     \
    if (error_ != 0) return error_;       \
  } while (0)

#define RESULT(call) return (call) == -1 ? -errno : 0

/* Gives a new file to who asked for it: this program runs as the superuser. */
static void give(const char *path) {
  struct fuse_context *asked = fuse_get_context();
  if (lchown(path, asked->uid, asked->gid) == -1) return;
}

static void *fs_init(struct fuse_conn_info *connection, struct fuse_config *config) {
  (void)connection;
  config->use_ino = 1;
  /* Another spelling of a name must never be answered from memory. */
  config->entry_timeout = 0;
  config->attr_timeout = 0;
  config->negative_timeout = 0;
  config->hard_remove = 1;
  return NULL;
}

static int fs_getattr(const char *path, struct stat *status, struct fuse_file_info *file) {
  if (file != NULL) RESULT(fstat(file->fh, status));
  LOCATE(path, found);
  RESULT(lstat(found, status));
}

static int fs_access(const char *path, int mode) {
  LOCATE(path, found);
  RESULT(access(found, mode));
}

static int fs_readlink(const char *path, char *target, size_t size) {
  LOCATE(path, found);
  ssize_t length = readlink(found, target, size - 1);
  if (length == -1) return -errno;
  target[length] = '\0';
  return 0;
}

static int fs_readdir(const char *path, void *entries, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *file,
                      enum fuse_readdir_flags flags) {
  (void)offset, (void)file, (void)flags;
  LOCATE(path, found);
  DIR *folder = opendir(found);
  if (folder == NULL) return -errno;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    struct stat status = {.st_ino = entry->d_ino, .st_mode = DTTOIF(entry->d_type)};
    if (fill(entries, entry->d_name, &status, 0, 0) != 0) break;
  }
  closedir(folder);
  return 0;
}

static int fs_mkdir(const char *path, mode_t mode) {
  LOCATE(path, found);
  if (mkdir(found, mode) == -1) return -errno;
  give(found);
  return 0;
}

static int fs_mknod(const char *path, mode_t mode, dev_t device) {
  LOCATE(path, found);
  if (mknod(found, mode, device) == -1) return -errno;
  give(found);
  return 0;
}

static int fs_symlink(const char *target, const char *path) {
  LOCATE(path, found);
  if (symlink(target, found) == -1) return -errno;
  give(found);
  return 0;
}

static int fs_link(const char *from, const char *to) {
  LOCATE(from, old);
  LOCATE(to, new);
  RESULT(link(old, new));
}

static int fs_unlink(const char *path) {
  LOCATE(path, found);
  RESULT(unlink(found));
}

static int fs_rmdir(const char *path) {
  LOCATE(path, found);
  RESULT(rmdir(found));
}

/* The new name has the spelling that is asked for: of another file there, and of the same file, which is then only respelled. */
static int fs_rename(const char *from, const char *to, unsigned int flags) {
  LOCATE(from, old);
  LOCATE(to, taken);
  char new[PATH_MAX];
  strcpy(new, taken);
  strcpy(strrchr(new, '/') + 1, strrchr(to, '/') + 1);
  struct stat one, other;
  int is_taken = lstat(taken, &other) == 0;
  if (is_taken && lstat(old, &one) == 0 && one.st_ino == other.st_ino && one.st_dev == other.st_dev)
    RESULT(rename(old, new));
  if (renameat2(AT_FDCWD, old, AT_FDCWD, taken, flags) == -1) return -errno;
  if (is_taken && flags == 0 && strcmp(taken, new) != 0) RESULT(rename(taken, new));
  return 0;
}

static int fs_chmod(const char *path, mode_t mode, struct fuse_file_info *file) {
  if (file != NULL) RESULT(fchmod(file->fh, mode));
  LOCATE(path, found);
  RESULT(chmod(found, mode));
}

static int fs_chown(const char *path, uid_t user, gid_t group, struct fuse_file_info *file) {
  (void)file;
  LOCATE(path, found);
  RESULT(lchown(found, user, group));
}

static int fs_truncate(const char *path, off_t size, struct fuse_file_info *file) {
  if (file != NULL) RESULT(ftruncate(file->fh, size));
  LOCATE(path, found);
  RESULT(truncate(found, size));
}

static int fs_utimens(const char *path, const struct timespec times[2], struct fuse_file_info *file) {
  if (file != NULL) RESULT(futimens(file->fh, times));
  LOCATE(path, found);
  RESULT(utimensat(AT_FDCWD, found, times, AT_SYMLINK_NOFOLLOW));
}

static int fs_create(const char *path, mode_t mode, struct fuse_file_info *file) {
  LOCATE(path, found);
  int opened = open(found, file->flags, mode);
  if (opened == -1) return -errno;
  give(found);
  file->fh = opened;
  return 0;
}

static int fs_open(const char *path, struct fuse_file_info *file) {
  LOCATE(path, found);
  int opened = open(found, file->flags);
  if (opened == -1) return -errno;
  file->fh = opened;
  return 0;
}

static int fs_read(const char *path, char *bytes, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)path;
  ssize_t length = pread(file->fh, bytes, size, offset);
  return length == -1 ? -errno : length;
}

static int fs_write(const char *path, const char *bytes, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)path;
  ssize_t length = pwrite(file->fh, bytes, size, offset);
  return length == -1 ? -errno : length;
}

static int fs_statfs(const char *path, struct statvfs *status) {
  (void)path;
  RESULT(statvfs(settings.source, status));
}

static int fs_flush(const char *path, struct fuse_file_info *file) {
  (void)path;
  RESULT(close(dup(file->fh)));
}

static int fs_release(const char *path, struct fuse_file_info *file) {
  (void)path;
  close(file->fh);
  return 0;
}

static int fs_fsync(const char *path, int only_data, struct fuse_file_info *file) {
  (void)path;
  RESULT(only_data ? fdatasync(file->fh) : fsync(file->fh));
}

static int fs_fallocate(const char *path, int mode, off_t offset, off_t length, struct fuse_file_info *file) {
  (void)path;
  RESULT(fallocate(file->fh, mode, offset, length));
}

/* The attribute `user.spelling` of a file is its path below the mount as it is spelled there; spelled-realpath.c asks for it. */
static int fs_getxattr(const char *path, const char *name, char *value, size_t size) {
  LOCATE(path, found);
  if (strcmp(name, "user.spelling") != 0) RESULT(lgetxattr(found, name, value, size));
  struct stat status;
  if (lstat(found, &status) == -1) return -errno;
  const char *below = found + strlen(settings.source);
  size_t length = strlen(below);
  if (size == 0) return length;
  if (size < length) return -ERANGE;
  memcpy(value, below, length);
  return length;
}

/* File locks are the kernel's: without these two it keeps them itself, for all processes of this machine. */

static const struct fuse_operations operations = {
    .init = fs_init,         .getattr = fs_getattr,   .access = fs_access,   .readlink = fs_readlink, .readdir = fs_readdir,
    .mkdir = fs_mkdir,       .mknod = fs_mknod,       .symlink = fs_symlink, .link = fs_link,         .unlink = fs_unlink,
    .rmdir = fs_rmdir,       .rename = fs_rename,     .chmod = fs_chmod,     .chown = fs_chown,       .truncate = fs_truncate,
    .utimens = fs_utimens,   .create = fs_create,     .open = fs_open,       .read = fs_read,         .write = fs_write,
    .statfs = fs_statfs,     .flush = fs_flush,       .release = fs_release, .fsync = fs_fsync,       .fallocate = fs_fallocate, .getxattr = fs_getxattr,
};

int main(int count, char *values[]) {
  static const struct fuse_opt options[] = {{"source=%s", 0, 1}, FUSE_OPT_END};
  struct fuse_args arguments = FUSE_ARGS_INIT(count, values);
  if (fuse_opt_parse(&arguments, &settings, options, NULL) == -1) return 1;
  if (settings.source == NULL || (settings.source = realpath(settings.source, NULL)) == NULL) {
    fprintf(stderr, "usage: insensitive-fs -o source=FOLDER MOUNTPOINT\n");
    return 2;
  }
  umask(0);
  return fuse_main(arguments.argc, arguments.argv, &operations, NULL);
}
