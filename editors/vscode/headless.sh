#!/usr/bin/env bash
# Runs the packaged extension in VS Code in a headless browser, and expects the hints of a program:
#
#   editors/vscode/headless.sh target/dist/calipers-VERSION.vsix CALIPERS [SCREENSHOT]
#
# VS Code is that of code-server from npm: about 200 MB in target/vscode, installed once. It needs Node 20, Chromium and no
# compiler: the native modules of its terminal, its log files and its passwords are not used. The exit code is 3 if VS Code
# cannot be had.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
vsix=$(realpath "$1") calipers=$(realpath "$2") screenshot=${3:-}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  { echo "headless.sh: there is no Chromium" >&2; exit 3; }
version=4.96.4
folder=$root/target/vscode
server=$folder/node_modules/code-server

install() {
  npm=(timeout 600 npm install --silent --no-fund --no-audit --ignore-scripts)
  mkdir -p "$folder" && echo '{ "private": true }' > "$folder/package.json" &&
    "${npm[@]}" --prefix "$folder" "code-server@$version" || return 1
  # Its lock file names a package in a repository, which the registry has as well.
  rm -f "$server/lib/vscode/npm-shrinkwrap.json"
  sed -i 's#"@vscode/proxy-agent": "[^"]*"#"@vscode/proxy-agent": "^0.27.0"#' "$server/lib/vscode/package.json"
  echo 'module.exports = { hash: async () => "", verify: async () => false, argon2id: 2 };' \
    > "$folder/node_modules/argon2/argon2.js"
  (cd "$server/lib/vscode" && "${npm[@]}" --omit=dev) && touch "$folder/installed"
}
if [ ! -f "$folder/installed" ]; then
  install || { echo "headless.sh: VS Code can't be installed from npm" >&2; exit 3; }
fi

work=$(mktemp -d)
server_process=
trap '[ -z "$server_process" ] || kill "$server_process" 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir -p "$work/extensions" "$work/data/User" "$work/folder" "$work/home"
python3 -m zipfile -e "$vsix" "$work/unpacked"
mv "$work/unpacked/extension" "$work/extensions/calipers.calipers"
cp "$root/examples/tiled_matmul.mlir" "$work/folder"
echo '(prove (<= 1 2)) ; => proved' > "$work/folder/script.cal"
cat > "$work/data/User/settings.json" <<JSON
{
  "calipers.path": "$calipers",
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "telemetry.telemetryLevel": "off"
}
JSON
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
HOME=$work/home node "$server/out/node/entry.js" --auth none --bind-addr "127.0.0.1:$port" --user-data-dir "$work/data" \
  --extensions-dir "$work/extensions" --disable-telemetry --disable-update-check --disable-workspace-trust \
  > "$work/log" 2>&1 &
server_process=$!

page=$root/target/page-test
mkdir -p "$page"
cp "$here/headless.js" "$root/tests/serve/package.json" "$root/tests/serve/package-lock.json" "$page"
[ -d "$page/node_modules/playwright-core" ] ||
  npm ci --prefix "$page" --silent --no-fund --no-audit --ignore-scripts ||
  { echo "headless.sh: the driver of the browser can't be installed from npm" >&2; exit 3; }
node "$page/headless.js" "$browser" "http://127.0.0.1:$port/?folder=$work/folder" $screenshot ||
  { tail -5 "$work/log" >&2; exit 1; }
