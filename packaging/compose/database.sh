#!/bin/sh
# Runs once, in a new database: the role of the program is no superuser, since row-level security does not hold for one.
psql --username=postgres --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/database-password)" <<'SQL'
CREATE ROLE scout LOGIN PASSWORD :'password';
CREATE DATABASE scout OWNER scout;
SQL
