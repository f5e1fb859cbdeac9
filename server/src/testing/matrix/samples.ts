import { newId, zeroId } from '../../platform/ids.ts'
import { authSamples } from './auth-samples.ts'
import { campaignSamples } from './campaign-samples.ts'
import type { OperationId } from './routes.ts'
import { consentSamples, signUpSamples } from './consent-samples.ts'
import { contactSamples } from './contact-samples.ts'
import { channelSamples, keptMessage } from './channel-samples.ts'
import { importSamples } from './import-samples.ts'
import { identitySamples } from './identity-samples.ts'
import { messageSamples } from './message-samples.ts'
import { profileSamples } from './profile-samples.ts'
import { segmentSamples } from './segment-samples.ts'
import { teamSamples } from './team-samples.ts'
import { templateSamples } from './template-samples.ts'
import { trackingSamples } from './tracking-samples.ts'
import { twoFactorSamples } from './two-factor-samples.ts'
import { approvalSamples } from './workflow-approval-samples.ts'
import { workflowRunSamples } from './workflow-run-samples.ts'
import { workflowSamples } from './workflow-samples.ts'
import type { Sample, Setting } from './sample.ts'

type Make = (setting: Setting) => Sample | Promise<Sample>

const none: Make = () => ({})
const idOf =
  (operation: OperationId, body?: Record<string, unknown>): Make =>
  async ({ create }) => ({ params: { id: String((await create(operation)).id) }, ...(body ? { body } : {}) })

const agent = ({ word }: Setting) => ({
  name: word('Agent'),
  type: 'SALES',
  description: 'Made by a sample',
  config: { systemPrompt: 'Answer in one sentence.', temperature: 0.2, maxTokens: 200 },
  capabilities: ['sentiment_analysis'],
})

const provider = ({ word }: Setting) => ({
  code: word('p').toLowerCase(),
  name: word('Provider'),
  displayName: word('Provider'),
  apiBaseUrl: 'https://models.example.com/v1',
})

const config = async ({ word, create }: Setting) => ({
  providerId: String((await create('ai-models.createProvider')).id),
  modelId: word('model').toLowerCase(),
  displayName: word('Model'),
  apiKey: `sk-sample-${newId()}`,
})

const run: Make = async ({ create }) => ({ params: { id: String((await create('agents.execute')).runId) } })

/** A run that has ended. */
const finishedRun: Make = async ({ create }) => ({ params: { id: String((await create('runs.cancel')).id) } })

/** A valid request of every operation: a missing one does not compile, so a new operation is in every matrix from the start. */
export const samples: Record<OperationId, Make> = {
  ...twoFactorSamples,
  ...identitySamples,
  ...channelSamples,
  ...templateSamples,
  ...workflowSamples,
  ...workflowRunSamples,
  ...approvalSamples,
  ...trackingSamples,
  ...messageSamples,

  ...authSamples,
  ...campaignSamples,

  'organizations.list': none,
  'organizations.create': ({ word }) => ({ body: { name: word('Second') } }),
  'organizations.switch': ({ org }) => ({ params: { slug: org.slug } }),
  'organizations.read': ({ org }) => ({ params: { id: org.id } }),
  'organizations.profile': ({ org }) => ({ params: { id: org.id } }),
  'organizations.updateProfile': ({ org, word }) => ({
    params: { id: org.id },
    body: { description: word('Described'), industry: 'retail' },
  }),
  'organizations.requestDeletion': ({ org }) => ({ params: { id: org.id }, body: { slug: org.slug } }),
  'organizations.restore': ({ org }) => ({ params: { id: org.id } }),
  'organizations.update': ({ org, word }) => ({ params: { id: org.id }, body: { name: word('Renamed') } }),

  ...contactSamples,
  ...importSamples,
  ...consentSamples,
  ...signUpSamples,
  ...segmentSamples,
  ...teamSamples,

  'mailbox.list': none,
  'mailbox.read': async ({ t }) => {
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into app.sandbox_mail (org_id, message_id, sender, recipient, subject, body_text) values ($1, $2, 'a@example.com', 'b@example.com', 'Sample', 'Words')
       returning id`,
      [zeroId, newId()],
    )
    return { params: { id: rows[0]?.id ?? '' } }
  },
  'mailbox.answer': keptMessage,
  'security.readPolicy': none,
  'security.updatePolicy': () => ({
    body: {
      passwordMinLength: 14,
      requireLowercase: true,
      requireUppercase: true,
      requireNumber: true,
      requireSpecial: false,
      passwordMaxAgeDays: null,
      passwordHistory: 3,
    },
  }),

  'agents.list': () => ({ query: { limit: '2' } }),
  'agents.stats': none,
  'agents.create': (setting) => ({ body: agent(setting) }),
  'agents.read': idOf('agents.create'),
  'agents.versions': idOf('agents.create'),
  'agents.update': idOf('agents.create', { description: 'Changed by a sample' }),
  'agents.setStatus': idOf('agents.create', { status: 'PAUSED' }),
  'agents.bulk': async ({ create }) => ({ body: { ids: [(await create('agents.create')).id], action: 'deactivate' } }),
  'agents.clone': idOf('agents.create'),
  'agents.remove': idOf('agents.create'),
  'agents.execute': idOf('agents.create', { input: 'I love this product' }),

  'runs.listForAgent': idOf('agents.create'),
  'runs.read': run,
  'runs.events': finishedRun,
  'runs.cancel': run,
  'runs.metrics': idOf('agents.create'),

  'ai-models.listConfigs': none,
  'ai-models.createConfig': async (setting) => ({ body: await config(setting) }),
  'ai-models.updateConfig': idOf('ai-models.createConfig', { displayName: 'Changed by a sample' }),
  'ai-models.removeConfig': idOf('ai-models.createConfig'),
  // The sandbox provider needs no network.
  'ai-models.test': async ({ create }) => {
    const providers = (await create('ai-models.listProviders')) as unknown as { id: string; adapter: string }[]
    return { body: { providerId: providers.find((each) => each.adapter === 'sandbox')?.id, modelId: 'sandbox' } }
  },
  'ai-models.listProviders': none,
  'ai-models.createProvider': (setting) => ({ body: provider(setting) }),
  'ai-models.updateProvider': idOf('ai-models.createProvider', { displayName: 'Changed by a sample' }),
  'ai-models.removeProvider': idOf('ai-models.createProvider'),
  'ai-models.catalogue': none,
  'ai-models.templates': none,

  'api-keys.list': none,
  'api-keys.create': ({ word }) => ({
    body: { name: word('Key'), scopes: ['agents:read', 'agents:execute'], allowedAddresses: ['127.0.0.0/8'], rateLimitPerHour: 100 },
  }),
  'api-keys.createForAgent': async ({ word, create }) => ({
    body: { name: word('Agent key'), agentId: (await create('agents.create')).id },
  }),
  'api-keys.update': idOf('api-keys.create', { scopes: ['agents:read'] }),
  'api-keys.rotate': idOf('api-keys.create', { overlapHours: 1 }),
  'api-keys.revoke': idOf('api-keys.create'),

  'settings.visits': none,
  'settings.visit': () => ({ body: { page: 'security' } }),

  'activity.list': () => ({ query: { days: '30', type: 'change' } }),
  'activity.export': none,
  'activity.audit': () => ({ query: { q: 'sample', status: 'success' } }),
  'activity.exportAudit': none,
  'activity.retention': none,
  'activity.setRetention': () => ({ body: { retentionDays: 180 } }),

  'dashboard.stats': () => ({ query: { days: '30' } }),
  'dashboard.charts': none,
  'dashboard.activity': none,
  'dashboard.usage': none,

  ...profileSamples,

  'search.find': () => ({ query: { q: 'sample' } }),
}
