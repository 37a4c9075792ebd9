// Opens a program in VS Code and expects its hints; opens a script and expects its language. See headless.sh:
//   node headless.js BROWSER URL [SCREENSHOT]
const { chromium } = require("playwright-core");

const [executablePath, url, screenshot] = process.argv.slice(2);
const TIME = 120_000;

async function main() {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
  page.setDefaultTimeout(TIME);
  const started = Date.now();
  // The server may not listen yet.
  for (;;) {
    try {
      await page.goto(url);
      break;
    } catch (error) {
      if (Date.now() - started > TIME) throw error;
      await page.waitForTimeout(500);
    }
  }
  // The first load of the page stops now and then on a busy machine.
  const file = page.getByRole("treeitem", { name: "tiled_matmul.mlir" });
  for (let loads = 1; ; loads++) {
    try {
      await file.waitFor({ timeout: TIME / 3 });
      break;
    } catch (error) {
      if (loads === 3) throw error;
      await page.reload();
    }
  }
  await file.dblclick();
  // Editors print no-break spaces.
  await page.waitForFunction(() => document.body.innerText.replace(/\u00a0/g, " ").includes("%width in [2, 9] 7k+2"));
  if (screenshot) await page.screenshot({ path: screenshot });
  await page.getByRole("treeitem", { name: "script.cal" }).dblclick();
  await page.waitForFunction(() => document.body.innerText.includes("Calipers script"));
  await browser.close();
  console.log("VS Code shows the hints, and knows scripts");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
