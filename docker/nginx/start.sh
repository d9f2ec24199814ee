#!/bin/sh
# Starts nginx with the certificate of /tls, or with one that signs itself: docker compose exec proxy cat /tmp/tls/tls.crt
set -eu

folder=/tmp/tls
mkdir -p "$folder"
if [ -e /tls/tls.crt ]; then
  cp /tls/tls.crt /tls/tls.key "$folder"
else
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,DNS:proxy,IP:127.0.0.1 -out "$folder/tls.crt" -keyout "$folder/tls.key" 2> "$folder/log" \
    || { cat "$folder/log" >&2; exit 1; }
  echo 'There is no tls.crt in /tls: a certificate was made that signs itself.'
fi
exec nginx -c /proxy/nginx.conf -g 'daemon off;'
