/*
 * `sh -c COMMAND [NAME [ARGUMENT…]]` for git under Wine, which starts upload-pack through a shell.
 * Reads words with quotes of both kinds, backslashes and "$@"; a command with anything else of a shell is refused.
 */
#include <errno.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 256

/* How a program of Windows reads its command line: an argument in quotes, with backslashes doubled before a quote. */
static char *quoted(const char *word)
{
	char *out = malloc(2 * strlen(word) + 3), *at = out;
	size_t slashes = 0;
	*at++ = '"';
	for (; *word; word++) {
		if (*word == '"')
			for (slashes++; slashes; slashes--) *at++ = '\\';
		slashes = *word == '\\' ? slashes + 1 : 0;
		*at++ = *word;
	}
	for (; slashes; slashes--) *at++ = '\\';
	*at++ = '"';
	*at = 0;
	return out;
}

int main(int argc, char **argv)
{
	char *words[MOST + 1], *program = NULL;
	int count = 0;
	if (argc < 3 || strcmp(argv[1], "-c")) {
		fputs("sh: only sh -c COMMAND\n", stderr);
		return 127;
	}
	for (const char *in = argv[2]; *in;) {
		if (*in == ' ' || *in == '\t' || *in == '\n') {
			in++;
			continue;
		}
		if (!strncmp(in, "\"$@\"", 4)) {
			for (int i = 4; i < argc && count < MOST; i++) words[count++] = quoted(argv[i]);
			in += 4;
			continue;
		}
		char *word = malloc(strlen(in) + 1), *at = word, quote = 0;
		for (; *in && (quote || !strchr(" \t\n", *in)); in++) {
			if (quote ? *in == quote : *in == '\'' || *in == '"')
				quote = quote ? 0 : *in;
			else if (*in == '\\' && quote != '\'' && in[1])
				*at++ = *++in;
			else if (quote != '\'' && strchr(quote ? "$`" : "$`|&;<>()", *in)) {
				fprintf(stderr, "sh: not read here: %s\n", argv[2]);
				return 127;
			} else
				*at++ = *in;
		}
		*at = 0;
		if (!program) program = word;
		if (count < MOST) words[count++] = quoted(word);
	}
	if (!program) return 0;
	words[count] = NULL;
	int code = (int)_spawnvp(_P_WAIT, program, (const char *const *)words);
	if (code == -1) fprintf(stderr, "sh: %s: %s\n", program, strerror(errno));
	return code == -1 ? 127 : code;
}
