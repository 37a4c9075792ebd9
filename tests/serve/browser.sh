#!/usr/bin/env bash
# Opens the page of `calipers serve` in a headless browser and checks its contents:
# an example with its answers, and a program that the link contains. With a third argument it stores
# screenshots in that folder.
#
#   tests/serve/browser.sh chromium http://127.0.0.1:7345/ [FOLDER]
set -euo pipefail
browser=$1 url=$2 folder=${3:-}
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
run() {
  timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
    --user-data-dir="$profile" --window-size=1400,900 --virtual-time-budget=15000 "$@" 2> "$profile/errors"
}
expect() {
  grep -qF -- "$2" <<< "$1" || { echo "the page does not show: $2"; echo "$1" | head -c 4000; exit 1; }
}

page=$(run --dump-dom "$url")
expect "$page" '[2, 9] 7k+2'
expect "$page" 'proved'
expect "$page" '<summary>e-graph</summary><img src="data:image/svg+xml,'
expect "$page" '<summary>%width in [2, 9] 7k+2</summary>'

# The page escapes markup in a program.
texts='["func.func @f(%x: i4) {\n  return // <img src=x onerror=alert(1)>\n}","(range %x) (prove (< 1","" ]'
link=$(printf '%s' "$texts" | base64 -w0 | tr '+/' '-_' | tr -d '=')
page=$(run --dump-dom "$url#$link")
expect "$page" '[-8, 7]'
expect "$page" '&lt;img src=x'
expect "$page" 'class="error"'

# A program that can't be parsed: the page shows the error instead of ranges of an earlier program.
link=$(printf '%s' '["func.func @f(","",""]' | base64 -w0 | tr '+/' '-_' | tr -d '=')
page=$(run --dump-dom "$url#$link")
expect "$page" 'program.mlir:1:14: error'
expect "$page" '<tbody id="lines" class="stale">'

page=$(run --dump-dom "$url#!!")
expect "$page" 'the link is broken'

if [ -n "$folder" ]; then
  run --screenshot="$folder/playground.png" "$url"
  run --force-dark-mode --enable-features=WebContentsForceDark --screenshot="$folder/playground-dark.png" "$url#$link"
  run --window-size=420,900 --screenshot="$folder/playground-narrow.png" "$url"
fi
echo "the page shows what it should"
