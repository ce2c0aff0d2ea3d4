// Builds the widget and the SDK into the folder that is given (default: dist of each package).
import { build, transform } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];

const smallStyles = {
  name: "small styles",
  setup(builder) {
    builder.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true, target: "chrome111" });
      return { contents: code, loader: "text" };
    });
  },
};

const common = {
  bundle: true,
  minify: true,
  target: ["es2021"],
  charset: "utf8",
  legalComments: "none",
  alias: { "@parley/sdk": join(here, "sdk/src/index.ts") },
  plugins: [smallStyles],
  logLevel: "warning",
};

async function make(entry, format, file) {
  await mkdir(dirname(file), { recursive: true });
  const { outputFiles } = await build({ ...common, entryPoints: [join(here, entry)], format, write: false });
  await writeFile(file, outputFiles[0].contents);
}

await make("sdk/src/index.ts", "esm", out ? join(out, "parley.js") : join(here, "sdk/dist/parley.js"));
await make("widget/src/main.ts", "iife", out ? join(out, "widget.js") : join(here, "widget/dist/widget.js"));
