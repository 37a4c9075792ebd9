#!/usr/bin/env bash
# Builds the C++ library, the pass plugin and the tests, in one command.
#
#   bindings/mlir/build.sh [FOLDER]
#
# The folder, `target/mlir` by default, gets libCalipersMLIR.a, CalipersMLIRPlugin.so and the test programs. With CMake, the
# same is `cmake -S bindings/mlir -B FOLDER && cmake --build FOLDER`.
#
# CARGO_PROFILE is the profile of the Rust library (release), FEATURES are further Cargo features of it, MLIR is the folder of
# MLIR (/usr/lib/llvm-22), CXX the compiler (c++), CXXFLAGS are further options of it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${1:-$root/target/mlir}
profile=${CARGO_PROFILE:-release}
mlir=${MLIR:-/usr/lib/llvm-22}
compiler=${CXX:-c++}

if [ ! -f "$mlir/include/mlir/IR/Operation.h" ] || [ ! -f "$mlir/include/llvm/Support/Casting.h" ]; then
  echo "$mlir has no headers of MLIR: install libmlir-22-dev and llvm-22-dev, or set MLIR" >&2
  exit 1
fi
cargo build --manifest-path "$root/Cargo.toml" --profile "$profile" --package calipers-c \
  --features "${FEATURES:-}"
rust=$(cargo metadata --manifest-path "$root/Cargo.toml" --format-version 1 --no-deps |
  sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/$profile/libcalipers_c.a

mkdir -p "$folder/objects"
# Whether a result is missing, or older than its source, a header or this script.
stale() {
  local newer
  newer=$(find "$2" "$here"/include "$here"/lib "$here"/plugin "$here/build.sh" "$here/../c/include" \
    \( -name '*.h' -o -name build.sh -o -path "$2" \) -newer "$1" 2>/dev/null || echo none)
  [ ! -f "$1" ] || [ -n "$newer" ]
}
# MLIR's headers cause warnings.
compiled() {
  # shellcheck disable=SC2086
  "$compiler" -std=c++17 -O2 -fPIC -fno-rtti -fno-exceptions -fvisibility-inlines-hidden -Wall -Wextra -Werror \
    -I"$here/include" -I"$here/lib" -I"$here/../c/include" -isystem "$mlir/include" ${CXXFLAGS:-} "$@"
}
headers=$folder/objects/Precompiled.h
if stale "$headers.gch" "$here/lib/Precompiled.h"; then
  cp "$here/lib/Precompiled.h" "$headers"
  compiled -x c++-header "$headers" -o "$headers.gch"
fi
# Compiles what is stale, two files at a time.
compile() {
  local object=$folder/objects/$(basename "$(dirname "$1")")-$(basename "$1" .cpp).o
  stale "$object" "$1" || return 0
  compiled -include "$headers" -c "$1" -o "$object"
}
export -f stale compiled compile
export folder here compiler mlir headers
printf '%s\n' "$here"/lib/*.cpp "$here"/plugin/*.cpp "$here"/test/*.cpp |
  xargs -P 2 -I{} bash -euo pipefail -c 'compile {}'

rm -f "$folder/libCalipersMLIR.a"
ar rcs "$folder/libCalipersMLIR.a" "$folder"/objects/lib-*.o
libraries="-L$mlir/lib -Wl,-rpath,$mlir/lib -lMLIR -lLLVM-22 -lpthread -ldl -lm"
"$compiler" -shared -o "$folder/CalipersMLIRPlugin.so" "$folder"/objects/plugin-*.o \
  "$folder/libCalipersMLIR.a" "$rust" -Wl,--exclude-libs,ALL -Wl,--gc-sections $libraries
for object in "$folder"/objects/test-*.o; do
  name=$(basename "$object" .o)
  "$compiler" -o "$folder/${name#test-}" "$object" "$folder/libCalipersMLIR.a" "$rust" $libraries
done
echo "$folder/CalipersMLIRPlugin.so"
