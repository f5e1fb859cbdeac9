import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import type { Workflow, WorkflowDetail, WorkflowStats, WorkflowVersion } from '@imperium/contract/workflows/workflows.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestResponse, TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

const call = <T = WorkflowDetail>(method: string, path: string, body?: unknown, as: TestUser = user): Promise<TestResponse<T>> =>
  t.call<T>(method, `/api/workflows${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })
const done = async <T = WorkflowDetail>(method: string, path: string, body?: unknown, as: TestUser = user): Promise<T> => {
  const response = await call<T>(method, path, body, as)
  expect([200, 201], JSON.stringify(response.body)).toContain(response.status)
  return response.body.data
}

const step = (id: string, type: string, config: object = {}, more: object = {}) => ({ id, type, name: `Step ${id}`, config, ...more })
const webhook = (path: string, config: object = {}) => ({
  steps: [
    step('start', 'trigger_webhook', { path, ...config }),
    step('keep', 'set', { values: [{ name: 'email', value: '{{ trigger.body.email }}' }] }),
  ],
  edges: [{ from: 'start', to: 'keep' }],
})
const make = (name: string, definition?: object, as: TestUser = user) =>
  done('POST', '', { name, description: 'For tests', ...(definition ? { definition } : {}) }, as)
const publish = (workflow: WorkflowDetail, note = '') => done('POST', `/${workflow.id}/publish`, { revision: workflow.revision, note })

test('a new workflow is a draft; only its name is required', async () => {
  const { status, body } = await call('POST', '', {})
  expect([status, body.errors]).toEqual([422, [{ path: 'name', message: 'Name is required' }]])
  expect(await done('POST', '', { name: 'Without words' })).toMatchObject({ description: '' })
  const made = await make('Empty')
  expect(made).toMatchObject({
    name: 'Empty',
    status: 'draft',
    trigger: { type: 'manual', value: '' },
    actions: 0,
    executions: 0,
    lastRun: null,
    successRate: null,
    version: null,
    hasChanges: true,
    revision: 1,
    problems: [{ stepId: null, message: 'The workflow needs a trigger' }],
    webhookUrl: null,
    nextAt: null,
  })
  expect(await done('GET', `/${made.id}`)).toEqual(made)
})

test('the list is searched, filtered, sorted and paged; tiles count over all', async () => {
  const other = await t.register()
  const names = ['Delta', 'alpha', 'Charlie', 'bravo']
  for (const name of names) await make(name, webhook(name.toLowerCase()), other)
  const list = async (query: string) => (await call<Workflow[]>('GET', `?${query}`, undefined, other)).body
  expect((await list('sort=name&order=asc')).data.map((each) => each.name)).toEqual(['alpha', 'bravo', 'Charlie', 'Delta'])
  expect((await list('')).data.map((each) => each.name)).toEqual(names.toReversed())
  expect((await list('q=RAV')).data.map((each) => each.name)).toEqual(['bravo'])
  const ids = new Map((await list('')).data.map((each) => [each.name, each.id]))
  const total = (name: string, executions: number, succeeded: number, failed: number) =>
    t.owner.query('insert into app.workflow_totals values ($1, $2, $3, $4, $5, 0, now())', [
      other.orgId,
      ids.get(name),
      executions,
      succeeded,
      failed,
    ])
  await total('Delta', 10, 9, 1)
  await total('alpha', 4, 1, 3)
  expect((await list('sort=executions')).data.map((each) => [each.name, each.executions, each.successRate]).slice(0, 2)).toEqual([
    ['Delta', 10, 90],
    ['alpha', 4, 25],
  ])
  for (const sort of ['createdAt', 'updatedAt', 'name', 'executions', 'lastRun'])
    for (const order of ['asc', 'desc']) {
      const whole = (await list(`sort=${sort}&order=${order}`)).data.map((each) => each.id)
      const paged: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await list(`sort=${sort}&order=${order}&limit=1${cursor ? `&cursor=${cursor}` : ''}`)
        paged.push(...page.data.map((each) => each.id))
        cursor = page.page?.nextCursor ?? null
      }
      expect(paged, `${sort} ${order}`).toEqual(whole)
    }
  expect(await done<WorkflowStats>('GET', '/stats', undefined, other)).toEqual({ total: 4, active: 0, executions: 14, successRate: 57.5 })
  expect((await list('status=active')).data).toEqual([])
})

test('saves a draft with its revision and rejects an older revision', async () => {
  const made = await make('Shared', webhook('shared'))
  const saved = await done('PUT', `/${made.id}`, { revision: 1, draft: webhook('shared-2'), name: 'Shared by two' })
  expect(saved).toMatchObject({ name: 'Shared by two', revision: 2, trigger: { type: 'webhook', value: 'shared-2' }, actions: 1 })
  const late = await call('PUT', `/${made.id}`, { revision: 1, name: 'Late' })
  expect([late.status, late.body.code]).toEqual([409, 'STALE_WRITE'])
  expect((await done('GET', `/${made.id}`)).name).toBe('Shared by two')
})

test('names the steps that prevent publishing', async () => {
  const made = await make('Broken', {
    steps: [step('start', 'trigger_webhook', { path: 'Not a path' }), step('lost', 'set', { values: [{ name: 'a', value: 1 }] })],
    edges: [],
  })
  const { status, body } = await call('POST', `/${made.id}/publish`, { revision: 1 })
  expect(status).toBe(422)
  expect(body.errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'steps.start.config.path', message: 'Step start: Must be a-z, 0-9 and -, at most 80 characters' }),
      {
        path: 'steps.lost',
        message: 'Step lost: No path from the trigger leads here',
        key: '{step}: {problem}',
        values: { step: 'Step lost', problem: expect.objectContaining({ key: 'No path from the trigger leads here' }) },
      },
    ]),
  )
  const { problems } = await done<{ problems: object[] }>('POST', '/validate', { definition: made.draft })
  expect(problems).toEqual(made.problems)
})

test('never changes a version; publishes an earlier one again as a new one', async () => {
  const made = await make('Versions', webhook('versions'))
  const first = await publish(made, 'First')
  expect(first).toMatchObject({ status: 'active', version: 1, hasChanges: false, trigger: { type: 'webhook', value: 'versions' } })
  expect(first.webhookUrl).toBe(`${t.platform.config.publicUrl}/api/hooks/${user.slug}/versions`)
  const changed = await done('PUT', `/${made.id}`, { revision: first.revision, draft: webhook('versions-2') })
  // What runs is shown until the change is published.
  expect(changed).toMatchObject({ version: 1, hasChanges: true, trigger: { value: 'versions' } })
  const second = await publish(changed, 'Second')
  expect(second).toMatchObject({ version: 2, trigger: { value: 'versions-2' } })
  const third = await done('POST', `/${made.id}/versions/1/roll-back`)
  expect(third).toMatchObject({ version: 3, hasChanges: false, trigger: { value: 'versions' }, revision: second.revision + 1 })
  expect(third.draft).toEqual(first.draft)
  const versions = await done<WorkflowVersion[]>('GET', `/${made.id}/versions`)
  expect(versions.map(({ version, note, isCurrent, steps }) => [version, note, isCurrent, steps])).toEqual([
    [3, 'Version 1 again', true, 2],
    [2, 'Second', false, 2],
    [1, 'First', false, 2],
  ])
  expect(await done('GET', `/${made.id}/versions/2`)).toMatchObject({ version: 2, definition: changed.draft })
  expect((await call('POST', `/${made.id}/versions/3/roll-back`)).status).toBe(409)
  expect((await call('GET', `/${made.id}/versions/9`)).status).toBe(404)
  const stranger = await t.register()
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/versions/1'],
    ['POST', '/versions/1/roll-back'],
    ['GET', '/export'],
    ['POST', '/toggle'],
  ])
    expect((await call(method ?? '', `/${made.id}${path}`, undefined, stranger)).status, path).toBe(404)
})

test('toggles active and paused; leaves a draft unchanged', async () => {
  const made = await make('Toggled', {
    steps: [step('start', 'trigger_schedule', { cron: '0 9 * * *', timeZone: 'Europe/Berlin' })],
    edges: [],
  })
  expect((await done<Workflow>('POST', `/${made.id}/toggle`)).status).toBe('draft')
  const active = await publish(made)
  expect(active).toMatchObject({ status: 'active', trigger: { type: 'schedule', value: '0 9 * * *' } })
  expect(new Date(active.nextAt ?? 0).getTime()).toBeGreaterThan(Date.now())
  expect((await done<Workflow>('POST', `/${made.id}/toggle`)).status).toBe('paused')
  expect((await done('GET', `/${made.id}`)).nextAt).toBeNull()
  expect((await done<Workflow>('POST', `/${made.id}/toggle`)).status).toBe('active')
  expect((await done('GET', `/${made.id}`)).nextAt).toBe(active.nextAt)
})

test('of two workflows with one path the second is refused, naming the first', async () => {
  await publish(await make('Has it', webhook('taken')))
  const wants = await make('Wants it', webhook('taken'))
  const { status, body } = await call('POST', `/${wants.id}/publish`, { revision: 1 })
  expect([status, body.message]).toEqual([409, 'The workflow "Has it" has the webhook path "taken" already. Choose another.'])
  // Paths are unique per organization only.
  const stranger = await t.register()
  const theirs = await make('Has it, too', webhook('taken'), stranger)
  expect((await call('POST', `/${theirs.id}/publish`, { revision: 1 }, stranger)).status).toBe(200)
})

test('copies a workflow as a draft with another path; deleting frees the path', async () => {
  const original = await publish(await make('Original', webhook('original')))
  const copy = await done<Workflow>('POST', `/${original.id}/duplicate`)
  expect(copy).toMatchObject({
    name: 'Original (Copy)',
    status: 'draft',
    version: null,
    trigger: { type: 'webhook', value: 'original-copy' },
  })
  expect((await call('DELETE', `/${original.id}`)).status).toBe(200)
  expect((await call('GET', `/${original.id}`)).status).toBe(404)
  await publish(await make('Heir', webhook('original')))
})

test('every type of step is shown with a form, and its defaults are taken by its own schema', async () => {
  const types = await done<StepType[]>('GET', '/step-types')
  expect(types.filter((each) => each.isTrigger).map((each) => each.type)).toEqual([
    'trigger_webhook',
    'trigger_schedule',
    'trigger_event',
    'trigger_manual',
  ])
  const trigger = types.find((each) => each.type === 'trigger_webhook')
  expect(trigger?.defaults).toEqual({ check: 'secret', respond: 'at_once', timeoutSeconds: 30 })
  expect(types.find((each) => each.type === 'http')?.hasEffect).toBe(true)
  expect(types.find((each) => each.type === 'condition')?.hasEffect).toBe(false)
  const paths = (each: StepType) => each.form.map((field) => field.path)
  for (const each of types) expect(new Set(paths(each)).size, each.type).toBe(each.form.length)
})

test('lets a viewer read but change nothing', async () => {
  const made = await make('Read only', webhook('read-only'))
  const viewer = await t.addMember(user.orgId, 'VIEWER')
  expect((await call('GET', `/${made.id}`, undefined, viewer)).status).toBe(200)
  expect((await call('PUT', `/${made.id}`, { revision: 1, name: 'x' }, viewer)).status).toBe(403)
  expect((await call('POST', `/${made.id}/publish`, { revision: 1 }, viewer)).status).toBe(403)
})

test('lets only administrators publish steps that send without consent', async () => {
  const member = await t.addMember(user.orgId, 'MEMBER')
  const definition = {
    steps: [
      step('start', 'trigger_manual'),
      step('mail', 'email', { to: '{{ trigger.to }}', purpose: '', subject: 'Your order', text: 'It is on its way.' }),
    ],
    edges: [{ from: 'start', to: 'mail' }],
  }
  const made = await make('Receipts', definition, member)
  const refused = await call('POST', `/${made.id}/publish`, { revision: made.revision, note: '' }, member)
  expect([refused.status, refused.body.errors]).toMatchObject([
    422,
    [
      {
        path: 'steps.mail.config.purpose',
        message: 'Step mail: Only an administrator may publish messages that need no consent',
      },
    ],
  ])
  expect(await publish(made)).toMatchObject({ status: 'active', version: 1 })
  const rolled = await done('PUT', `/${made.id}`, { revision: (await done('GET', `/${made.id}`)).revision, description: 'Changed' }, member)
  const again = await call('POST', `/${made.id}/publish`, { revision: rolled.revision, note: '' }, member)
  expect(again.status).toBe(422)
})
