/*
 * realpath(3) as macOS has it: on the file system of insensitive-fs.c it gives the spelling of the disk. That of Linux gives the spelling that was asked
 * for. A library that the loader puts before libc.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>

/* Replaces as many names at the end of a path as `below` has. The disk's spelling may be longer. */
static char *respelled(const char *path, const char *below) {
  size_t end = strlen(path);
  for (const char *at = below; *at != '\0'; at++) {
    if (*at != '/') continue;
    while (end > 0 && path[end - 1] != '/') end--;
    if (end > 0) end--;
  }
  char *whole = malloc(PATH_MAX + strlen(below) + 1);
  if (whole == NULL) return NULL;
  memcpy(whole, path, end);
  strcpy(whole + end, below);
  return whole;
}

char *realpath(const char *restrict path, char *restrict resolved) {
  static char *(*system_realpath)(const char *restrict, char *restrict);
  if (system_realpath == NULL) system_realpath = dlsym(RTLD_NEXT, "realpath");
  char *found = system_realpath(path, resolved);
  if (found == NULL) return NULL;
  char below[PATH_MAX];
  ssize_t length = lgetxattr(found, "user.spelling", below, sizeof below - 1);
  if (length <= 1) return found;
  below[length] = '\0';
  char *whole = respelled(found, below);
  if (whole == NULL) return found;
  if (resolved == NULL) {
    free(found);
    return whole;
  }
  strcpy(resolved, whole);
  free(whole);
  return resolved;
}
