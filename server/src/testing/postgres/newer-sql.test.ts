import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// PostgreSQL 15 is the oldest version that DATABASE_URL may name (docs/adr/0024).

const server = path.join(import.meta.dirname, '../../..')

/** SQL of later versions that is easily used by mistake. `uuidv7()` is added by db/older-postgres.ts. */
const newer = [
  { since: 18, pattern: /\breturning\b[^;`]*\b(?:old|new)\.\w/i },
  { since: 18, pattern: /\)\s*virtual\b|\bwithout overlaps\b|\b(?:array_sort|array_reverse|casefold|uuidv4)\(/i },
  { since: 17, pattern: /\bmerge into\b[^;`]*\breturning\b|\bjson_(?:table|query|value|exists|scalar|serialize)\(|\bgrant maintain\b/i },
  // Supports UUIDv7 only since 18; returns null in 17.
  { since: 18, pattern: /\buuid_extract_\w+\(/i },
  { since: 16, pattern: /\b(?:any_value|random_normal|pg_input_is_valid|array_sample|array_shuffle)\(|\bpg_stat_io\b/i },
]

const sources = globSync(['src/**/*.ts', 'migrations/*.sql'], { cwd: server }).filter((file) => !file.endsWith('.test.ts'))

test('uses no SQL that PostgreSQL 15 does not have', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.flatMap((file) => {
    const text = readFileSync(path.join(server, file), 'utf8')
    return newer.flatMap(({ since, pattern }) => {
      const hit = pattern.exec(text)
      return hit ? [`${file}: "${hit[0].slice(-40)}" is of PostgreSQL ${since}`] : []
    })
  })
  expect(found).toEqual([])
})
