import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkflowRun, WorkflowRunDetail } from '@imperium/contract/workflows/workflow-runs.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { flow, isEnded, publish } from '../engine/test-flows.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  await t.startWorkers()
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
const ended = (id: string) =>
  until(async () => {
    const run = (await call<WorkflowRunDetail>('GET', `/workflow-runs/${id}`)).body.data
    return isEnded(run) && run
  })
const start = async (path: string, body: object) => ended((await call<{ runId: string }>('POST', path, body)).body.data.runId)

test('an email that a contact may not get is a skipped step with its reason, not a success', async () => {
  const { id: contactId } = (await call<{ id: string }>('POST', '/contacts', { email: 'silent@example.com' })).body.data
  const config = { to: contactId, purpose: 'marketing', subject: 'News', text: 'Hello' }
  const id = await publish(
    t,
    user.orgId,
    flow(
      [
        { id: 'mail', type: 'email', config },
        { id: 'after', type: 'stop', config: { status: 'success' } },
      ],
      'start>mail mail:skipped>after',
    ),
  )
  const run = await start(`/workflows/${id}/run`, { input: {} })
  expect(run).toMatchObject({ status: 'success', skippedSteps: 1 })
  const mail = run.steps.find((step) => step.stepId === 'mail')
  expect(mail).toMatchObject({ status: 'skipped', port: 'skipped', output: { status: 'skipped', reason: 'no_consent' }, error: null })
  expect((await call<WorkflowRun[]>('GET', `/workflow-runs?workflowId=${id}`)).body.data).toMatchObject([{ id: run.id, skippedSteps: 1 }])
  // Reused by a retry of a later step, as every result: nothing is sent behind the reader's back.
  const again = await start(`/workflow-runs/${run.id}/retry`, { from: 'step', stepId: 'after' })
  expect(again.steps.find((step) => step.stepId === 'mail')).toMatchObject({ status: 'reused', port: 'skipped' })
  expect(again.skippedSteps).toBe(0)
})

test('a simulated email counts as done: nothing was skipped', async () => {
  const definition = flow(
    [{ id: 'mail', type: 'email', config: { to: 'a@example.com', purpose: '', subject: 'A', text: 'B' } }],
    'start>mail',
  )
  const id = await publish(t, user.orgId, definition)
  const run = await start(`/workflows/${id}/test`, { definition, input: {}, effects: 'sample' })
  expect(run).toMatchObject({ status: 'success', skippedSteps: 0, isTest: true })
  const { rows } = await t.owner.query('select 1 from app.sandbox_mail where org_id = $1', [user.orgId])
  expect(rows).toEqual([])
})
