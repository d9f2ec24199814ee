#!/bin/sh
# Runs a command that starts Grafana. With a password in GRAFANA_PASSWORD, nobody enters without signing in, and `admin` has that password, also on
# a volume that had another one.
set -eu

password=${GRAFANA_PASSWORD:-}
# Neither Grafana nor its plugins need it. As a setting of Grafana, a password with ${ in it would be another one.
unset GRAFANA_PASSWORD

if [ -n "$password" ]; then
  case $password in
    *[[:cntrl:]]*)
      echo 'GRAFANA_PASSWORD has a line break or another control character.' >&2
      exit 1
      ;;
  esac
  export GF_AUTH_ANONYMOUS_ENABLED=false GF_AUTH_ANONYMOUS_ORG_ROLE=Viewer
  # Through a pipe, so that it is in no list of processes. On a new volume, this makes the database.
  output=$(printf '%s\n' "$password" | grafana cli --homepath "$GF_PATHS_HOME" --config "$GF_PATHS_CONFIG" \
    admin reset-admin-password --password-from-stdin 2>&1) || status=$?
  # The command also ends with 0 where there is no administrator whose password it could change.
  case $output in
    *'password changed successfully'*) ;;
    *) status=${status:-1} ;;
  esac
  if [ "${status:-0}" -ne 0 ]; then
    printf '%s\n' "$output" 'GRAFANA_PASSWORD could not be applied, so Grafana does not start.' >&2
    exit 1
  fi
fi

exec "$@"
