import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const code = 'export function total(lines) {\n  return lines.reduce((sum, line) => sum + line.amount, 0)\n}\n'
const tests = "test('adds', () => assert.equal(total([{ amount: 2 }, { amount: 3 }]), 5))\n"

const bodyOf = (name: string) => ({
  name,
  artifactType: 'utility_function',
  language: 'javascript',
  reasoning: 'Sums amounts',
  code,
  tests,
})

const created = async ({ create }: Setting, body?: Record<string, unknown>): Promise<Sample> => ({
  params: { id: String((await create('code-artifacts.create'))['id']) },
  ...(body ? { body } : {}),
})

/** As after a review by another person. */
async function approved(setting: Setting, body: Record<string, unknown>): Promise<Sample> {
  const sample = await created(setting, body)
  await setting.t.owner.query("update app.code_artifacts set status = 'approved' where id = $1", [sample.params?.['id']])
  return sample
}

async function deployed(setting: Setting, body: Record<string, unknown>): Promise<Sample> {
  const sample = await approved(setting, { environment: 'production', deploymentNotes: '' })
  await setting.run('code-artifacts.deploy', sample)
  return { ...(sample.params ? { params: sample.params } : {}), body }
}

/** As if an agent had written it, so that every member may review it. */
async function ofAgent(setting: Setting, body: Record<string, unknown>): Promise<Sample> {
  const sample = await created(setting, body)
  await setting.t.owner.query('update app.code_artifact_versions set author_id = null where artifact_id = $1', [sample.params?.['id']])
  return sample
}

export const samples: Samples<'code-artifacts'> = {
  'code-artifacts.list': () => ({ query: { limit: '2', status: 'all', type: 'all' } }),
  'code-artifacts.stats': () => ({}),
  'code-artifacts.read': (setting) => created(setting),
  'code-artifacts.readVersion': async (setting) => ({
    params: { ...(await created(setting)).params, version: '1' },
  }),
  'code-artifacts.create': ({ word }) => ({ body: bodyOf(word('Total')) }),
  'code-artifacts.addVersion': (setting) => created(setting, { version: 1, code: `${code}// more\n`, tests }),
  'code-artifacts.requestReview': (setting) => created(setting, { version: 1 }),
  'code-artifacts.review': (setting) => ofAgent(setting, { version: 1, decision: 'approved', note: 'Fine' }),
  'code-artifacts.comment': (setting) => created(setting, { version: 1, line: 2, body: 'Name it' }),
  'code-artifacts.test': (setting) => created(setting, { version: 1 }),
  'code-artifacts.deploy': (setting) => approved(setting, { environment: 'production', deploymentNotes: 'First' }),
  'code-artifacts.compare': (setting) => deployed(setting, {}),
  'code-artifacts.setSecret': async (setting) => ({
    params: { ...(await created(setting)).params, environment: 'staging', name: 'API_KEY' },
    body: { value: 'secret' },
  }),
  'code-artifacts.removeSecret': async (setting) => {
    const params = { ...(await created(setting)).params, environment: 'staging', name: 'API_KEY' }
    await setting.run('code-artifacts.setSecret', { params, body: { value: 'secret' } })
    return { params }
  },
  'code-artifacts.rollback': (setting) => deployed(setting, { environment: 'production' }),
  'code-artifacts.download': (setting) => created(setting),
  'code-artifacts.remove': (setting) => created(setting),
}

export const pagedSamples: PagedSamples = {
  'code-artifacts.list': async ({ create }: Setting): Promise<Sample> => {
    await create('code-artifacts.create')
    await create('code-artifacts.create')
    return {}
  },
}
