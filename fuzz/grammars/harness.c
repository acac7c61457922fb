// Parses one input as the product does: once, with a bound on the work, and walks the tree. GRAMMAR is the name of the grammar's function.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tree_sitter/api.h>

const TSLanguage *GRAMMAR(void);

// What the parser does in a second or so; the product has a bound too.
static const unsigned most_reports = 20000;

static TSParser *parser = NULL;

static bool is_too_much(TSParseState *state) {
  unsigned *reports = state->payload;
  return ++*reports > most_reports;
}

typedef struct {
  const char *bytes;
  uint32_t length;
} Text;

static const char *read_text(void *payload, uint32_t at, TSPoint position, uint32_t *length) {
  (void)position;
  const Text *text = payload;
  if (at >= text->length) {
    *length = 0;
    return "";
  }
  *length = text->length - at;
  return text->bytes + at;
}

static void say_cpu(void) { fprintf(stderr, "stat::cpu_s: %.2f\n", (double)clock() / CLOCKS_PER_SEC); }

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  parser = ts_parser_new();
  if (!ts_parser_set_language(parser, GRAMMAR())) {
    fprintf(stderr, "this runtime does not know the grammar's format\n");
    exit(3);
  }
  atexit(say_cpu);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A copy of the right size, so that a read past its end is seen.
  char *bytes = malloc(size + 1);
  memcpy(bytes, data, size);
  char *exact = realloc(bytes, size > 0 ? size : 1);
  Text text = {exact, (uint32_t)size};
  unsigned reports = 0;
  TSInput input = {&text, read_text, TSInputEncodingUTF8, NULL};
  TSParseOptions options = {&reports, is_too_much};
  TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, options);
  if (tree == NULL) {
    ts_parser_reset(parser);
  } else {
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    bool goes_on = true;
    while (goes_on) {
      if (ts_tree_cursor_goto_first_child(&cursor)) continue;
      while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
        if (!ts_tree_cursor_goto_parent(&cursor)) {
          goes_on = false;
          break;
        }
      }
    }
    ts_tree_cursor_delete(&cursor);
    ts_tree_delete(tree);
  }
  free(exact);
  return 0;
}
