#!/usr/bin/env bash
# Builds the library and the plugin, and runs their tests. Skips them if MLIR's headers or tools are not installed.
#
#   bindings/mlir/test.sh [FOLDER]
#
# MLIR_OPT and FILECHECK are the tools (mlir-opt-22, FileCheck-22); for other variables see build.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${1:-$root/target/mlir}
export MLIR_OPT=${MLIR_OPT:-mlir-opt-22} FILECHECK=${FILECHECK:-FileCheck-22}
mlir=${MLIR:-/usr/lib/llvm-22}

if [ ! -f "$mlir/include/mlir/IR/Operation.h" ] || [ ! -f "$mlir/include/llvm/Support/Casting.h" ] ||
  ! command -v "$MLIR_OPT" >/dev/null || ! command -v "$FILECHECK" >/dev/null || ! command -v "${CXX:-c++}" >/dev/null; then
  echo "!!! MLIR 22 with its headers and tools, or a C++ compiler, is not here: the MLIR library is NOT tested !!!"
  exit 0
fi
"$here/build.sh" "$folder"

echo "== the same code on MLIR's class and on ours"
"$folder/value_bounds"
echo "== ops without rules"
"$folder/interfaces"
echo "== random rewrites"
"$folder/listener" 1 400
echo "== bounds of live modules, against MLIR's"
"$folder/compare_with_mlir" --scope "$root/examples/tiled_matmul.mlir" "$root"/bindings/mlir/test/bounds.mlir
"$folder/compare_with_mlir" "$root/examples/tiled_matmul.mlir" "$root"/bindings/mlir/test/bounds.mlir
if command -v valgrind >/dev/null; then
  for program in value_bounds interfaces "listener 7 40"; do
    # shellcheck disable=SC2086
    valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect \
      --errors-for-leak-kinds=definite,indirect --error-exitcode=9 "$folder"/$program >/dev/null
    echo "$program: nothing leaks"
  done
fi
echo "== passes"
python3 "$here/test/passes.py" "$folder/CalipersMLIRPlugin.so" "$here"/test/*.mlir
corpus=$root/../shared/corpus/mlir
if [ -d "$corpus" ]; then
  echo "== MLIR's own tests, with our passes"
  find "$corpus" \( -name '*value-bounds*.mlir' -o -name 'int-range-*.mlir' \) -print0 | sort -z |
    xargs -0 python3 "$here/test/upstream.py" "$folder/CalipersMLIRPlugin.so"
fi
