#!/usr/bin/env bash
# Reviews the change of a pull or merge request in a CI job: the script of action.yml and gitlab.yml. Its input is in variables that begin with REVIEW_.
# The comment goes to standard output, to the summary of the job, and with REVIEW_PUBLISH to the pull request. The exit code is that of `code-scout review`.
set -euo pipefail

scout() {
  # REVIEW_PROGRAM: another program than the published one, as words.
  if [ -n "${REVIEW_PROGRAM:-}" ]; then
    # shellcheck disable=SC2086
    $REVIEW_PROGRAM "$@"
  else
    npx --yes "code-scout-mcp@${REVIEW_VERSION:-latest}" "$@"
  fi
}

base="${REVIEW_BASE:?the commit to compare with}"
# A shallow clone lacks the base. Its newest state is enough: the job has the merged files.
git cat-file -e "$base^{commit}" 2>/dev/null || git fetch --quiet --no-tags --depth=1 origin "$base"

# Begins with what another job has indexed, if the job names a page store. Where there is nothing near, the index is made from nothing.
[ -z "${CODE_SCOUT_TEAM_URL:-}" ] || scout snapshot pull >&2 || true

# The uses of what changed in other repositories, which the job has checked out: REVIEW_OTHERS has their folders, one a line. One that cannot be indexed is
# named in the comment.
roots=()
while IFS= read -r other; do
  [ -n "$other" ] || continue
  [ "${#roots[@]}" -gt 0 ] || roots=(--root .)
  roots+=(--root "$other")
  scout --root "$other" index >&2 || true
done <<<"${REVIEW_OTHERS:-}"

options=(${roots[@]+"${roots[@]}"} review --base "$base")
comment=(--format markdown --fail-on "${REVIEW_FAIL_ON:-none}")
[ -z "${REVIEW_SITE:-}" ] || comment+=(--site "$REVIEW_SITE")
[ -z "${REVIEW_SOURCE_URL:-}" ] || comment+=(--source-url "$REVIEW_SOURCE_URL")
[ -z "${REVIEW_PUBLISH:-}" ] || comment+=(--publish "$REVIEW_PUBLISH")

# Made first, so that it is there when a rule fails the job.
[ -z "${REVIEW_SARIF:-}" ] || scout "${options[@]}" --format sarif >"$REVIEW_SARIF"

code=0
scout "${options[@]}" "${comment[@]}" | tee -a "${GITHUB_STEP_SUMMARY:-/dev/null}" || code=$?
exit "$code"
