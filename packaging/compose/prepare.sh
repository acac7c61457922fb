#!/bin/sh
# ./prepare.sh NAME: makes the secrets that compose.yaml names, for a server that others reach as NAME. What is there stays.
set -eu
name=${1:?"name the host by which others reach the server: ./prepare.sh code.example.org"}
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
chmod 700 secrets
for secret in superuser-password database-password hook-secret; do
  [ -s "secrets/$secret" ] || openssl rand -hex 32 >"secrets/$secret"
done
[ -f secrets/netrc ] || echo '# machine git.example.org login scout password TOKEN' >secrets/netrc
if [ ! -s secrets/tls-key.pem ] || [ ! -s secrets/tls-cert.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name,DNS:localhost,IP:127.0.0.1" -keyout secrets/tls-key.pem -out secrets/tls-cert.pem 2>/dev/null
  echo "secrets/tls-cert.pem is signed by itself, for trying: put your certificate and its key in its place"
fi
# Read by the users of the containers; the folder keeps others of this machine away.
chmod 444 secrets/*
printf 'SERVER_NAME=%s\n' "$name" >.env
echo "Ready for: docker compose up --detach"
