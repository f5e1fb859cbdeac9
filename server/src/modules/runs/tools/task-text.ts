import { inputOf } from '../requested/requested-runs-store.ts'
import type { RunSession } from '../run-session.ts'

/** Every text in a value, as it was written: names and values. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsOf(each)])
}

/**
 * The task as the person or program wrote it that started the run. What an agent asks of another one is written by its model, which may have read hostile text:
 * there the task of the first run counts.
 */
export async function taskOf({ platform, orgId, row }: RunSession): Promise<unknown> {
  const { root_run_id: rootId } = row
  return rootId === null ? row.input : platform.db.withOrg(orgId, (tx) => inputOf(tx, rootId))
}
