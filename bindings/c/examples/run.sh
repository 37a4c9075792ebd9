#!/usr/bin/env bash
# Compiles the examples against the library in the given folder, runs them, and compares their output
# with the files beside them. Skips the one that walks MLIR's own IR if Debian's
# libmlir-22-dev and llvm-22-dev are not installed.
#
#   cargo build --release -p calipers-c && bindings/c/examples/run.sh target/release    # in the sources
#   examples/run.sh lib                                                                 # in the archive
set -euo pipefail
libraries=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
# In the archive of a release the program lies beside the examples.
program=$here/tiled_matmul.mlir
[ -f "$program" ] || program=$here/../../../examples/tiled_matmul.mlir
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
warnings="-Wall -Wextra -Werror -pedantic"
link="$libraries/libcalipers_c.a -lpthread -ldl -lm"

hold() {
  diff -u "$here/$1.txt" "$work/$1.txt" || { echo "$1 prints something else"; exit 1; }
  echo "$1: as expected"
}

# MLIR's headers take long to read, so this one is compiled beside the others. They cause warnings.
headers=/usr/lib/llvm-22/include
walks_mlir=
if [ -f $headers/mlir/IR/Operation.h ] && [ -f $headers/llvm/Support/Casting.h ]; then
  c++ -std=c++17 -fno-rtti -I"$here/../include" -isystem $headers -c "$here/mlir_ask.cpp" -o "$work/mlir_ask.o" &
  walks_mlir=$!
fi

cc -std=c11 $warnings -I"$here/../include" "$here/ask.c" $link -o "$work/ask"
"$work/ask" > "$work/ask.txt"
hold ask

c++ -std=c++17 $warnings -I"$here/../include" "$here/build.cpp" $link -o "$work/build"
"$work/build" > "$work/build.txt"
hold build
# The same with the shared library.
c++ -std=c++17 -I"$here/../include" "$here/build.cpp" -L"$libraries" -lcalipers_c -o "$work/build"
LD_LIBRARY_PATH=$libraries "$work/build" > "$work/build.txt"
hold build

cc -std=c11 $warnings -I"$here/../include" "$here/walk.c" $link -o "$work/walk"
"$work/walk" > "$work/walk.txt"
hold walk

# Programs in Rust and in Python that print the same.
export LD_LIBRARY_PATH=$libraries
if command -v rustc > /dev/null; then
  rustc --edition 2024 -D warnings -L "$libraries" "$here/ffi.rs" -o "$work/ffi"
  "$work/ffi" > "$work/ffi.txt"
  hold ffi
fi
if command -v python3 > /dev/null; then
  python3 "$here/ffi.py" "$libraries/libcalipers_c.so" > "$work/ffi.txt"
  hold ffi
fi

if command -v valgrind > /dev/null; then
  valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect \
    --errors-for-leak-kinds=definite,indirect --error-exitcode=9 \
    "$work/walk" > /dev/null
  valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect \
    --errors-for-leak-kinds=definite,indirect --error-exitcode=9 \
    "$work/ask" > /dev/null
  echo "ask and walk: nothing leaks"
fi

if [ -n "$walks_mlir" ]; then
  wait "$walks_mlir"
  c++ "$work/mlir_ask.o" $link -L/usr/lib/llvm-22/lib -Wl,-rpath,/usr/lib/llvm-22/lib -lMLIR -lLLVM-22 -o "$work/mlir_ask"
  "$work/mlir_ask" "$program" > "$work/mlir_ask.txt"
  hold mlir_ask
else
  echo "libmlir-22-dev or llvm-22-dev is not installed: mlir_ask is NOT compiled"
fi
