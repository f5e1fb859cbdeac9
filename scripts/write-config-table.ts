import fs from 'node:fs'
import path from 'node:path'
import { renderConfigTable } from '../server/src/platform/config/config-help.ts'

// Brings the settings of docs/operations.md up to date; a test fails while they differ.
const page = path.resolve(import.meta.dirname, '../docs/operations.md')
const before = fs.readFileSync(page, 'utf8')
const after = before.replace(
  /(<!-- settings: begin[^>]*-->\n)[\s\S]*?(\n<!-- settings: end -->)/,
  (_, begin: string, end: string) => `${begin}${renderConfigTable()}${end}`,
)
fs.writeFileSync(page, after)
