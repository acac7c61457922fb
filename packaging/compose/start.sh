#!/bin/sh
# Secrets come as files, and the program takes them from its environment.
set -eu
if [ -f /run/secrets/database-password ]; then
  PGPASSWORD=$(cat /run/secrets/database-password)
  export PGPASSWORD
fi
if [ -f /var/lib/code-scout/public/worker-key.pub ]; then
  CODE_SCOUT_TEAM_KEYS=$(cat /var/lib/code-scout/public/worker-key.pub)
  export CODE_SCOUT_TEAM_KEYS
fi
exec node /app/dist/bin.js "$@"
