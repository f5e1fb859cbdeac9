import fs from 'node:fs'
import path from 'node:path'
import { documentSteps } from '../server/src/modules/workflows/index.ts'

// Brings docs/workflow-steps.md up to date with the step types; a test fails while they differ.
const page = path.resolve(import.meta.dirname, '../docs/workflow-steps.md')
const before = fs.readFileSync(page, 'utf8')
const after = before.replace(
  /(<!-- steps: begin[^>]*-->\n)[\s\S]*?(\n<!-- steps: end -->)/,
  (_, begin: string, end: string) => `${begin}${documentSteps()}${end}`,
)
fs.writeFileSync(page, after)
