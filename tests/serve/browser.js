// Uses the page of `calipers serve` in a headless browser as a person would. With a third argument it stores screenshots
// in that folder: wide, dark and narrow, of the start, of a proof and of the rules.
//
//   node tests/serve/browser.js chromium http://127.0.0.1:7345/ [FOLDER]
const assert = require("node:assert");
const { chromium } = require("playwright-core");

const [browserPath, url, folder] = process.argv.slice(2);
const TIME = 60_000;

const link = (texts) => Buffer.from(JSON.stringify(texts)).toString("base64url");

async function main() {
  const executablePath = browserPath.includes("/") ? browserPath : require("node:child_process")
    .execFileSync("sh", ["-c", 'command -v "$1"', "sh", browserPath], { encoding: "utf8" }).trim();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const wrong = [];
  const open = async (hash = "", options = {}) => {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, ...options });
    page.setDefaultTimeout(TIME);
    page.on("pageerror", (error) => wrong.push(error.message));
    // What the policy of the page forbids is told there.
    page.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
    await page.goto(`${url}${hash}`);
    return page;
  };
  const answered = (page) => page.waitForFunction(() => document.getElementById("status").textContent === "answered");
  // The area in which one types: of the text area, or of CodeMirror.
  const area = (page, name) => page.locator(`#${name} textarea.area, #${name} .cm-content`);
  const shows = (page, selector, text) => page.locator(selector, { hasText: text }).first().waitFor();

  // An example with its answers; bounds beside their lines, which open to their proofs.
  let page = await open();
  await answered(page);
  await shows(page, "#answers li", "[2, 9] 7k+2");
  await shows(page, "#answers li", "proved");
  assert.equal(await page.locator("#program .note", { hasText: /^%width in/ }).count(), 1, "a bound is shown once");
  await page.locator("#program .note", { hasText: "%width in [2, 9] 7k+2" }).click();
  await shows(page, "#pane-body", "claim: (== (mod %width 7) 2) holds");
  if (folder) await page.screenshot({ path: `${folder}/proof.png` });
  await page.keyboard.press("Escape");
  assert(await page.locator("#pane").isHidden());
  await page.locator("#answers li", { hasText: "trips" }).getByText("e-graph").click();
  await page.locator("#pane-body img").waitFor();
  await page.locator("#pane-close").click();
  // Search.
  await page.locator("#find").fill("insert_slice");
  await page.locator("#find").press("Enter");
  assert.equal(await page.locator("#status").textContent(), "");
  await page.locator("#find").fill("nowhere at all");
  assert.equal(await page.locator("#status").textContent(), "not found");
  // Typing: while the text is broken, the error is told and the bounds stay; then they are of the new text.
  await area(page, "program").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("broken\n");
  await shows(page, "#error", "program.mlir:1:");
  await shows(page, "#program .note", "%width in [2, 9] 7k+2");
  for (let n = 0; n < "broken\n".length; n++) await page.keyboard.press("Backspace");
  await page.locator("#error").waitFor({ state: "hidden" });
  // A link carries all texts.
  await area(page, "questions").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("(ub (+ %width 33))");
  await shows(page, "#answers li", "42");
  await page.locator("#link").click();
  await page.waitForFunction(() => location.hash.startsWith("#z"));
  const hash = new URL(page.url()).hash;
  await page.close();
  page = await open(hash);
  await shows(page, "#answers li", "(ub (+ %width 33))");
  await page.close();

  // The page escapes markup in a program; links of earlier versions are read.
  page = await open("#" + link(["func.func @f(%x: i4) {\n  return // <img src=x onerror=alert(1)>\n}", "(range %x) (prove (< 1", ""]));
  await shows(page, "#answers li", "[-8, 7]");
  await shows(page, "#answers .error", "questions:1:");
  assert.equal(await page.locator("#program img").count(), 0);
  await page.close();
  page = await open("#!!");
  await shows(page, "#error", "the link is broken");
  await page.close();

  // The playground of rules: which apply to a line, what is wrong with them, the beginning of new ones.
  page = await open();
  await answered(page);
  await page.locator("#examples").selectOption({ label: "Rules for an op of your own" });
  await shows(page, "#findings", "none");
  await page.locator("#find").fill("frame.sample");
  await page.locator("#find").press("Enter");
  await shows(page, "#why", "frame-sample-dim defines");
  await page.locator("#find").fill('"frame.crop"');
  await page.locator("#find").press("Enter");
  await shows(page, "#why", "no rule for `frame.crop`");
  if (folder) await page.screenshot({ path: `${folder}/rules.png` });
  await page.locator("#skeleton").click();
  await page.locator("#why", { hasText: "its rules define nothing" }).waitFor();
  await area(page, "rules").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n(rewrite wrong (truncdiv ?x ?c) (floordiv ?x ?c) :when (< 1 ?c))");
  await shows(page, "#findings li", "'wrong' is no identity");
  await page.close();

  // A program of 2 MB.
  const line = "  %x = arith.constant 7 : index // " + "x".repeat(60) + "\n";
  const body = Array.from({ length: Math.ceil((2 << 20) / (line.length + 6)) }, (_, n) => line.replace("%x", `%x${n}`));
  const long = `func.func @f() {\n${body.join("")}  return\n}\n`;
  page = await open();
  await answered(page);
  await area(page, "program").click();
  await page.keyboard.press("Control+A");
  await page.evaluate((text) => document.execCommand("insertText", false, text), "");
  await page.evaluate((text) => { editors.program.text = text; ask(); }, long);
  await shows(page, "#program .note", "%x1 = 7");
  const found = Date.now();
  await page.locator("#find").fill(`%x${body.length - 1} `);
  await shows(page, "#program .t-value, #program .row", `%x${body.length - 1}`);
  assert(Date.now() - found < 10_000, "a search in 2 MB takes too long");
  await page.close();

  if (folder) {
    for (const [name, options] of [
      ["light", {}], ["dark", { colorScheme: "dark" }], ["narrow", { viewport: { width: 420, height: 900 } }],
    ]) {
      page = await open("", options);
      await answered(page);
      await page.screenshot({ path: `${folder}/${name}.png` });
      await page.close();
    }
  }
  await browser.close();
  assert.deepEqual(wrong, []);
  console.log("the page shows what it should");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
