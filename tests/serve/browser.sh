#!/usr/bin/env bash
# Installs what drives the browser into a folder, and uses the page of `calipers serve`: see browser.js. Exit code 77 if it
# cannot be installed.
#
#   tests/serve/browser.sh chromium http://127.0.0.1:7345/ target/page-test [SCREENSHOTS]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
browser=$1 url=$2 folder=$3
shift 3
mkdir -p "$folder"
cp "$here/browser.js" "$here/package.json" "$here/package-lock.json" "$folder"
command -v npm >/dev/null || exit 77
[ -d "$folder/node_modules/playwright-core" ] ||
  npm ci --prefix "$folder" --silent --no-fund --no-audit --ignore-scripts >/dev/null 2>&1 || exit 77
exec node "$folder/browser.js" "$browser" "$url" "$@"
