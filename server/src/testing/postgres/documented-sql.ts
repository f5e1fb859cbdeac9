import { readFileSync } from 'node:fs'
import path from 'node:path'

const operations = path.join(import.meta.dirname, '../../../../docs/operations.md')

/** SQL that docs/operations.md gives to administrators, under the paragraph that begins with `title`. */
export function documentedSql(title: string, password: string): string {
  const [, after] = readFileSync(operations, 'utf8').split(`**${title}**`)
  const sql = after && /```sql\n(.*?)```/s.exec(after)?.[1]
  if (!sql) throw new Error(`docs/operations.md has no SQL under "${title}"`)
  return sql.replace("'...'", `'${password}'`)
}
