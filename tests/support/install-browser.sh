#!/bin/sh
# Makes sure that there is a Chromium for the browser tests: Debian's, where none is named. Its headless
# shell, where Debian has it, takes a third of the time.
set -eu
for browser in ${CHROMIUM:-chromium-headless-shell chromium}; do
  command -v "$browser" >/dev/null 2>&1 && exit 0
done
if ! command -v apt-get >/dev/null 2>&1; then
  echo 'The browser tests need Chromium: install it, and name its program in CHROMIUM.' >&2
  exit 1
fi
run=
[ "$(id -u)" -eq 0 ] || run=sudo
install() { DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq "$1" >/dev/null; }
echo 'Installing Chromium for the browser tests …'
$run apt-get update -qq
install chromium-headless-shell || install chromium
