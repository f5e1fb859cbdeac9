import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { documentSteps } from './document-steps.ts'

/** Formatting may pad tables and break lines of data. */
const bare = (text: string): string => text.replaceAll(/[\s-]+/g, '')

test('docs/workflow-steps.md matches the step types', () => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/workflow-steps.md'), 'utf8')
  const written = /<!-- steps: begin[^>]*-->\n([\s\S]*?)\n<!-- steps: end -->/.exec(page)?.[1] ?? ''
  expect(bare(written), 'run: node scripts/run.mjs scripts/write-step-docs.ts').toBe(bare(documentSteps()))
})
