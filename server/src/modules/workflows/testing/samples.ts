import { hashTokenHex, newToken } from '../../../platform/crypto/crypto.ts'
import { newId } from '../../../platform/ids.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** Starts by a webhook without authentication, and keeps an address. */
const byWebhook = (path: string) => ({
  steps: [
    { id: 'start', type: 'trigger_webhook', name: 'When called', config: { path, check: 'none' } },
    { id: 'keep', type: 'set', name: 'Keep', config: { values: [{ name: 'called', value: 'yes' }] } },
  ],
  edges: [{ from: 'start', to: 'keep' }],
})
const newPath = (): string => `sample-${newId()}`

const draft = ({ word }: Setting) => ({ name: word('Workflow'), description: 'Made by a sample', definition: byWebhook(newPath()) })

const created = async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('workflows.create')).id) } })

/** A workflow with a published version. */
export const publishedWorkflow = async ({ create }: Setting): Promise<Sample> => ({
  params: { id: String((await create('workflows.publish')).id) },
})

const publishedTwice = async (setting: Setting): Promise<Sample> => {
  const { params = {} } = await publishedWorkflow(setting)
  await setting.run('workflows.publish', { params, body: { revision: 1, note: 'Again' } })
  return { params }
}

const request = { type: 'application/json', bytes: Buffer.from('{"email":"ada@example.com"}') }

const callable = async (setting: Setting): Promise<Sample> => {
  const path = newPath()
  const made = await setting.run('workflows.create', { body: { ...draft(setting), definition: byWebhook(path) } })
  await setting.run('workflows.publish', { params: { id: String(made['id']) }, body: { revision: 1 } })
  return { params: { org: setting.org.slug, path }, file: request }
}

/** A run that is parked until its address is called. */
const waiting = async (setting: Setting): Promise<Sample> => {
  const { params = {} } = await publishedWorkflow(setting)
  const { t, org } = setting
  const [runId, token] = [newId(), newToken()]
  await t.owner.query(
    `insert into app.workflow_runs (org_id, id, workflow_id, workflow_name, version, status, trigger, triggered_by)
     values ($1, $2, $3, 'Waits', 1, 'waiting', 'manual', 'Sample')`,
    [org.id, runId, params['id']],
  )
  await t.owner.query(
    `insert into app.workflow_live (org_id, run_id, workflow_id, version, status, state) values ($1, $2, $3, 1, 'waiting', '{}')`,
    [org.id, runId, params['id']],
  )
  await t.owner.query("insert into app.workflow_waits (org_id, run_id, token, kind, key) values ($1, $2, 1, 'webhook', $3)", [
    org.id,
    runId,
    hashTokenHex(token),
  ])
  return { params: { token }, file: request }
}

const twoWorkflows = async ({ create }: Setting): Promise<Sample> => {
  await create('workflows.create')
  await create('workflows.create')
  return {}
}

export const pagedSamples: PagedSamples = { 'workflows.list': twoWorkflows, 'workflows.versions': publishedTwice }

export const samples: Samples<'workflows' | 'workflow-hooks'> = {
  'workflows.list': async () => ({ query: { sort: 'name' } }),
  'workflows.stats': async () => ({}),
  'workflows.stepTypes': async () => ({}),
  'workflows.create': async (setting: Setting) => ({ body: draft(setting) }),
  'workflows.read': created,
  'workflows.update': async (setting: Setting) => ({
    ...(await created(setting)),
    body: { name: setting.word('Renamed'), draft: byWebhook(newPath()), revision: 1 },
  }),
  'workflows.toggle': publishedWorkflow,
  'workflows.remove': created,
  'workflows.duplicate': created,
  'workflows.validate': async () => ({ body: { definition: byWebhook('valid') } }),
  'workflows.publish': async (setting: Setting) => ({ ...(await created(setting)), body: { revision: 1, note: 'First' } }),
  'workflows.versions': publishedWorkflow,
  'workflows.readVersion': async (setting: Setting) => {
    const { params } = await publishedWorkflow(setting)
    return { params: { ...params, version: '1' } }
  },
  'workflows.rollBack': async (setting: Setting) => {
    const { params } = await publishedTwice(setting)
    return { params: { ...params, version: '1' } }
  },
  'workflows.rotateSecret': publishedWorkflow,
  'workflows.export': created,
  'workflows.import': async ({ word }: Setting) => ({
    body: {
      format: 'imperium/workflow',
      formatVersion: 1,
      name: word('From a file'),
      description: 'From a file',
      definition: byWebhook(newPath()),
    },
  }),
  'workflow-hooks.receive': callable,
  'workflow-hooks.resume': waiting,
} satisfies Record<string, (setting: Setting) => Promise<Sample>>
