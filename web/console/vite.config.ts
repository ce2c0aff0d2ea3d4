// Builds the console into the folder that CONSOLE_OUT names, each file compressed beside itself. In development it asks the build
// service that PARLEY_URL names, as whoever PARLEY_KEY is the key of.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const COMPRESSED = /\.(html|js|css|svg)$/;
const target = process.env.PARLEY_URL ?? "http://127.0.0.1:8081";
const headers: Record<string, string> = process.env.PARLEY_KEY ? { "x-api-key": process.env.PARLEY_KEY } : {};
const proxied = { target, headers };

function compress(): Plugin {
  let out = "";
  return {
    name: "compress",
    apply: "build",
    configResolved(config) {
      out = config.build.outDir;
    },
    async writeBundle() {
      for (const name of await readdir(out, { recursive: true })) {
        if (!COMPRESSED.test(name)) continue;
        const body = await readFile(join(out, name));
        await writeFile(join(out, `${name}.gz`), await promisify(gzip)(body, { level: 9 }));
        await writeFile(join(out, `${name}.br`), await promisify(brotliCompress)(body));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: { "@parley/sdk": join(import.meta.dirname, "../sdk/src/index.ts") } },
  build: {
    outDir: process.env.CONSOLE_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    // A policy without `data:` for scripts and fonts: everything is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Directives for frameworks that run on a server mean nothing here.
    rolldownOptions: { onLog: (level, log, next) => log.code !== "MODULE_LEVEL_DIRECTIVE" && next(level, log) },
  },
  plugins: [compress()],
  server: { proxy: { "/v1": proxied, "/adk": proxied, "/console": proxied, "/openapi": proxied } },
});
