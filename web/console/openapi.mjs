// Writes the TypeScript types of an OpenAPI document: openapi.mjs document.json types.d.ts
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const [from, to] = process.argv.slice(2);
const types = await openapiTS(JSON.parse(await readFile(from, "utf8")), { alphabetize: true, defaultNonNullable: false });
await writeFile(to, `// Made by scripts/console-types from the OpenAPI document.\n${astToString(types)}`);
