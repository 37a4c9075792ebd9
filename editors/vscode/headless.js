// Opens a program in VS Code, and expects its hints: node headless.js BROWSER URL [SCREENSHOT]. See headless.sh.
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
  await page.getByRole("treeitem", { name: "tiled_matmul.mlir" }).dblclick();
  // Editors print no-break spaces.
  await page.waitForFunction(() => document.body.innerText.replace(/\u00a0/g, " ").includes("%width in [2, 9] 7k+2"));
  if (screenshot) await page.screenshot({ path: screenshot });
  await browser.close();
  console.log("VS Code shows the hints");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
