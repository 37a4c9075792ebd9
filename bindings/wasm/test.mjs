// Tries the installed package: node test.mjs PROGRAM
import assert from "node:assert";
import { readFile } from "node:fs/promises";
import { load } from "calipers";

const calipers = await load();
const told = calipers.run("(var x :min 0 :max 9) (range (+ (* 4 x) 1)) (prove (<= x 8)) (range");
assert.equal(told[0].answer, "[1, 37] 4k+1");
assert.equal(told[1].answer, "unknown");
assert.match(told[2].error, /^script:1:/);

const text = await readFile(process.argv[2], "utf8");
const width = calipers.bounds(text).find(({ column }) => column === "%width");
assert.equal(width.range, "[2, 9] 7k+2");
const answers = calipers.run('(load "a.mlir") (prove (<= (+ %j %width) 128))', { programs: { "a.mlir": text } });
assert.deepEqual(answers.map(({ answer }) => answer), ["proved"]);

const rules = "(op my.take (count attribute)) (define my-take (value (my.take ?count)) ?count)";
const own = calipers.bounds('func.func @f() {\n  %x = "my.take"() {count = 4 : i64} : () -> index\n  return\n}', { rules });
assert.deepEqual(own.map(({ column, range }) => [column, range]), [["%x", "[4, 4]"]]);

// The second op has an assembly that no table describes.
const foreign = "func.func @f(%n: index) {\n  %c4 = arith.constant 4 : index\n  %x = other.op keeps %n : index\n  return\n}";
assert.throws(() => calipers.bounds(foreign), /program.mlir:3:/);
const kept = calipers.bounds(foreign, { lenient: true });
assert.deepEqual(kept.map(({ column, range }) => [column, range]), [["%c4", "[4, 4]"]]);
const ask = (lenient) => calipers.run('(load "f.mlir") (range %c4)', { programs: { "f.mlir": foreign }, lenient });
assert.match(ask(false)[0].error, /f.mlir:3:/);
assert.equal(ask(true).at(-1).answer, "[4, 4]");
assert.throws(() => calipers.bounds(foreign, { lenient: "no" }), /lenient must be true or false, not string/);

assert.throws(() => calipers.bounds("func.func @f("), /program.mlir:1:/);
assert.throws(() => calipers.bounds(3), /program must be a string, not number/);
assert.throws(() => calipers.run('(load "a.mlir")', { programs: { "a.mlir": null } }), /a.mlir must be a string, not null/);
// What one request uses up, no other lacks.
const deep = "(".repeat(200000);
assert(calipers.run(deep).some(({ error }) => error));
assert.equal(calipers.run("(range 3)")[0].answer, "[3, 3]");
console.log("the package answers as it should");
