/* Ring buffer: the public interface. */
#ifndef RING_H
#define RING_H

#include <stddef.h>
#include <sys/types.h>
#include "platform/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Largest number of slots. */
#define RING_MAX_SLOTS 4096
#define RING_API __attribute__((visibility("default")))
/** Rounds up to a power of two. */
#define RING_ROUND(n, align) \
  (((n) + (align) - 1) & ~((align) - 1))

/** How a ring behaves when it is full. */
typedef enum ring_policy {
  RING_BLOCK = 0, /**< wait */
  RING_DROP,
  RING_OVERWRITE = RING_MAX_SLOTS + 1
} ring_policy_t;

enum { RING_VERSION = 3 };

enum ring_event {
  RING_FULL,
  RING_EMPTY
};

/* Opaque to callers. */
struct ring;
typedef struct ring ring_t;

/** Called when the ring changes state. */
typedef void (*ring_callback)(ring_t *ring, enum ring_event event, void *user);
typedef int ring_matrix[4][4];
typedef unsigned long ring_size, *ring_size_ptr;

/** Numbers about a ring. */
typedef struct {
  size_t used;
  size_t *slots, limit;
  unsigned int dirty : 1;
  char label[32];
  int (*compare)(const void *left, const void *right);
  struct {
    int major;
    int minor;
  } version;
} ring_stats;

typedef union ring_value {
  long number;
  double real;
} ring_value;

/** Makes a ring. @return null when memory is short */
RING_API ring_t *ring_new(size_t slots, ring_policy_t policy);
extern int ring_push(ring_t *ring, const void *item), ring_pop(ring_t *ring);
void ring_free(ring_t *ring) __attribute__((nonnull(1)));
char **ring_names(void);
int (*ring_handler(int code))(int, const char *);
extern const char *const ring_build;
extern ring_stats ring_totals[RING_MAX_SLOTS];

static inline int ring_is_power(size_t n) { return n && !(n & (n - 1)); }

#ifdef __cplusplus
}
#endif

#endif /* RING_H */
