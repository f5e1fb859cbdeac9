import type { Setting } from './matrix/sample.ts'
import type { TestApp } from './test-app.ts'

/** Runs the job of the table at once, as a worker would. */
export async function buildTable(t: Pick<TestApp, 'modules'>, orgId: string, entityId: string): Promise<void> {
  const job = t.modules.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === 'entities.buildTable')
  await job?.run({ orgId, entityId, byName: 'Test' } as { orgId: string }, { id: entityId, signal: new AbortController().signal })
}

/** Activates an entity and makes its table. */
export async function activateEntity({ run, t, org }: Setting, entityId: string): Promise<void> {
  await run('entities.activate', { params: { id: entityId } })
  await buildTable(t, org.id, entityId)
}
