import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeClient } from './client-types.ts'
import { describeErrors, documentJson } from '../server/src/platform/operations/api-documents.ts'

// node scripts/openapi.ts prints the OpenAPI document.
// With --write it writes docs/api/openapi.json, docs/api/errors.md and the types of packages/client.
const folder = resolve(import.meta.dirname, '../docs/api')
if (process.argv.includes('--write')) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(resolve(folder, 'openapi.json'), documentJson())
  writeFileSync(resolve(folder, 'errors.md'), describeErrors())
  writeFileSync(resolve(import.meta.dirname, '../packages/client/src/api.gen.ts'), describeClient())
} else process.stdout.write(documentJson())
