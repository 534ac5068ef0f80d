#!/bin/sh
# Makes sure that there is a Chromium for the browser tests: Debian's, where none is named.
set -eu
command -v "${CHROMIUM:-/usr/bin/chromium}" >/dev/null 2>&1 && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo 'The browser tests need Chromium: install it, and name its program in CHROMIUM.' >&2
  exit 1
fi
run=
[ "$(id -u)" -eq 0 ] || run=sudo
echo 'Installing Chromium for the browser tests …'
$run apt-get update -qq
DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq chromium >/dev/null
