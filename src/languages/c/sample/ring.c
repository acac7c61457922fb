// Ring buffer: the implementation.
#define _GNU_SOURCE
#include "ring.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef USE_OPENSSL
# include <openssl/sha.h>
#endif
#include RING_EXTRA_HEADER

#define LOCK(r) pthread_mutex_lock(&(r)->lock)

/// The ring itself.
struct ring {
  struct ring *next;
  ring_policy_t policy;
  union ring_value *values;
  size_t head;
#if DEBUG
  const char *owner;
#endif
};

struct node { int key; struct node *left, *right; } *tree_root, first_node;

/* How many rings there are. */
static int live_rings;
static const char *const policy_names[] = { "block", "drop", [RING_OVERWRITE] = "overwrite" };
const char *const ring_build = __DATE__;
ring_stats ring_totals[RING_MAX_SLOTS], *ring_current = NULL;
static int (*compare_hook)(const void *, const void *) = &compare_values;
static const struct ring_ops ops = {
  .push = ring_push,
  .close = ring_free,
};

static int compare_values(const void *left, const void *right);

/**
 * Makes a ring.
 *
 * Never gives a ring without slots.
 */
ring_t *
ring_new(size_t slots,
         ring_policy_t policy)
{
  int unused = 0;
  struct ring *ring = calloc(1, sizeof(struct ring));
  ring_stats *stats = &(ring_stats){ .used = 0 };
  struct local { int x; } point = { 1 };
  if (!ring)
    return NULL;
  ring->policy = policy;
  ring->values = (union ring_value *)malloc(slots * sizeof(*ring->values));
  LOCK(ring);
  ring->next->hooks.open(ring);
  (*compare_hook)(ring, ring);
  stats[0].compare(ring, ring);
  (void)unused;
  (void)point;
  return register_ring(ring);
}

/* An old definition. */
int ring_push(ring, item)
  ring_t *ring;
  const void *item;
{
  return ring_append(ring, item);
}

static __attribute__((unused)) int
compare_values(const void *left, const void *right) /* the order */
{
  return *(const int *)left - *(const int *)right;
}

int (*ring_handler(int code))(int, const char *) {
  return code ? handlers[code] : NULL;
}

[[nodiscard]] unsigned long long ring_count(void) { return live_rings; }

#ifdef _WIN32
void ring_free(ring_t *ring) { HeapFree(ring); }
#else
void ring_free(ring_t *ring) { free(ring); }
#endif

int main(int argc, char **argv) {
  for (int i = 0; i < argc; i++)
    printf("%s %d\n", argv[i], RING_ROUND(i, 8));
  if (errno == ENOENT) goto out;
out:
  return EXIT_SUCCESS;
}
