import { isTest } from './import-rules.ts'
import type { SourceFile } from './source-file.ts'

/** A file of one operation may contain its own few statements; a file with more is a store. */
const partsMax = 4
const isStore = (path: string) => /(^|\/|-)store\.ts$/.test(path)
const isEntryPoint = (path: string) => /(^|\/)(index|([\w-]+-)?routes)\.ts$/.test(path)

/** Files that build conditions of a statement which a store runs. */
const builders: readonly RegExp[] = [
  /^server\/src\/modules\/segments\/(compile-[\w-]+|contact-set)\.ts$/,
  /^server\/src\/modules\/campaigns\/segment-conditions\.ts$/,
  // Compiles the SQL that an agent requests.
  /^server\/src\/modules\/runs\/tools\/database-query\.ts$/,
]

export function checkSqlPlaces(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, sqlParts }) => {
    if (!path.startsWith('server/src/modules/') || isTest(path) || /\/testing\//.test(path) || isStore(path)) return []
    if (isEntryPoint(path) && sqlParts > 0) return [`${path} holds SQL: move it to the store`]
    if (sqlParts <= partsMax || builders.some((each) => each.test(path))) return []
    return [`${path} holds ${sqlParts} parts with SQL, more than ${partsMax}: it is a store, and its name ends with store.ts`]
  })
}

/** UTC is the same in every table of time zones. */
const zoned = /\bat time zone (?!'UTC')|\btimezone\(/i

/** PostgreSQL's table of time zones is another one than Node's: bounds of local days go to SQL as moments (`platform/local-days.ts`). */
export function checkNamedZones(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (!path.startsWith('server/src/') || isTest(path) || /\/testing\//.test(path)) return []
    return text
      .split('\n')
      .flatMap((line, index) =>
        zoned.test(line) ? [`${path}:${index + 1} computes in a time zone in SQL: pass moments of platform/local-days.ts`] : [],
      )
  })
}
