// Runs the unit tests: each file is bundled as it is, and given to Node's own runner.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, ".tests");
const found = [];
for (const folder of ["sdk/test", "widget/test", "console/test"]) {
  const names = await readdir(join(here, folder));
  found.push(...names.filter((name) => name.endsWith(".test.ts")).map((name) => join(here, folder, name)));
}
await rm(out, { recursive: true, force: true });
await build({
  entryPoints: found,
  outdir: out,
  bundle: true,
  format: "esm",
  platform: "node",
  outExtension: { ".js": ".mjs" },
  alias: { "@parley/sdk": join(here, "sdk/src/index.ts") },
  loader: { ".css": "text" },
  logLevel: "warning",
});
const names = await readdir(out, { recursive: true });
const tests = names.filter((name) => name.endsWith(".test.mjs")).map((name) => join(out, name));
process.exit(spawnSync(process.execPath, ["--test", ...tests], { stdio: "inherit" }).status ?? 1);
