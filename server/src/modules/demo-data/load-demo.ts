import { setTimeout as pause } from 'node:timers/promises'
import { agents as agentOperations } from '@imperium/contract/agents.ts'
import { aiModels } from '@imperium/contract/ai-models.ts'
import { codeArtifacts } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import { dietPlans } from '@imperium/contract/diet-plans/diet-plans.ts'
import { campaigns as campaignOperations } from '@imperium/contract/campaigns/campaign-operations.ts'
import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import { contacts as contactOperations } from '@imperium/contract/contacts/contacts.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { segments as segmentOperations } from '@imperium/contract/contacts/segments.ts'
import { reports as reportOperations } from '@imperium/contract/reports/reports.ts'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import { workflows as workflowOperations } from '@imperium/contract/workflows/workflows.ts'
import { newId } from '../../platform/ids.ts'
import { invokeAs } from '../../platform/operations/invoke.ts'
import { Upload } from '../../platform/operations/upload.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordPastSend } from '../campaigns/index.ts'
import type { PastRecipient } from '../campaigns/index.ts'
import { recordPastConversation } from '../messages/index.ts'
import { recordPastRuns } from '../runs/index.ts'
import type { PastRun } from '../runs/index.ts'
import { loadConnection, loadDocuments, loadSales, loadWebhook } from './load-business.ts'
import type { Caller, Loading } from './loading.ts'
import { demoArtifacts, demoDietPlans } from './more-content.ts'
import { demoAgents, demoCampaigns, demoConversations, demoOrders, demoReports, demoSegments, demoWorkflow, importName } from './content.ts'
import { loadEntities } from './demo-entities.ts'
import { loadNodes } from './demo-nodes.ts'
import { peopleCsv, repeatable } from './people.ts'
import { noRecords, writeProgress } from './store.ts'

const people = 2_000
const weeks = 4
const dayMs = 86_400_000
const importTimeoutMs = 120_000

/** Creates the demo data through the ordinary operations, as the caller; what lies in the past is written as its modules would have. */
export async function loadDemo(platform: Platform, caller: Caller, workId: string, began: Date): Promise<void> {
  const records = noRecords(began)
  const loading: Loading = {
    platform,
    caller,
    invoke: invokeAs(platform, caller),
    records,
    reach: (progress) => caller.inOrg((tx) => writeProgress(tx, workId, progress, records)),
    reachIn: (tx, progress) => writeProgress(tx, workId, progress, records),
  }
  await loadAgents(loading)
  await loading.reach(20)
  await loadContacts(loading)
  await loading.reach(60)
  const contacts = await listPeople(loading)
  await loadSegments(loading)
  await loading.reach(65)
  await loadCampaigns(loading, contacts)
  await loading.reach(78)
  await loadWorkflow(loading)
  await loading.reach(84)
  await loadDietPlans(loading)
  await loadArtifacts(loading)
  await loading.reach(88)
  records.rootNode = await loadNodes(loading.invoke, caller.org.id)
  await loadEntities(loading, contacts)
  await loadConversations(loading, contacts)
  await loadSales(loading, contacts)
  await loadDocuments(loading)
  await loadConnection(loading)
  await loadWebhook(loading)
  await loadReports(loading)
  await loading.reach(99)
}

async function loadAgents({ platform, caller, invoke, records, reach }: Loading): Promise<void> {
  const random = repeatable(11)
  for (const { body, dialogues, perDay } of demoAgents) {
    const agent = await invoke(agentOperations.create, { body })
    records.agents.push(agent.id)
    await reach(5 + records.agents.length * 4)
    const by = { startedBy: caller.actor.name, startedByUser: caller.caller.userId }
    const about = { agentId: agent.id, agentVersion: agent.version, agentName: agent.name, model: agent.model, ...by }
    const runs: PastRun[] = []
    for (let day = weeks * 7; day >= 1; day--) {
      const date = new Date(platform.clock.now().getTime() - day * dayMs)
      const isWeekend = [0, 6].includes(date.getUTCDay())
      // More every week, fewer at weekends, as a team grows into a tool.
      const count = Math.round(perDay * (isWeekend ? 0.25 : 1) * (1.3 - day / (weeks * 14)) * (0.7 + random() * 0.6))
      for (let index = 0; index < count; index++) {
        const [input = '', output = ''] = dialogues[Math.floor(random() * dialogues.length)] ?? []
        const inputTokens = 180 + Math.floor(random() * 900)
        const outputTokens = 40 + Math.floor(random() * 260)
        runs.push({
          ...about,
          input,
          output: random() < 0.04 ? null : output,
          startedAt: new Date(date.setUTCHours(7 + Math.floor(random() * 11), Math.floor(random() * 60), Math.floor(random() * 60))),
          latencyMs: 600 + Math.floor(random() ** 3 * 9_000),
          inputTokens,
          outputTokens,
          costMicros: Math.round(inputTokens * 2.5 + outputTokens * 10),
        })
      }
    }
    await caller.inOrg((tx) => recordPastRuns(tx, runs))
    records.runs += runs.length
  }
}

async function loadContacts({ invoke, records, reach }: Loading): Promise<void> {
  const bytes = Buffer.from(peopleCsv(people))
  const { id } = await invoke(contactImports.create, { body: { fileName: importName, sizeBytes: bytes.length } })
  records.importId = id
  await reach(22)
  await invoke(contactImports.upload, { params: { id }, query: { offset: '0' }, body: new Upload('application/octet-stream', bytes) })
  const columns = ['email', 'firstName', 'lastName', 'locale', 'timeZone', 'tags']
  const consent = { kind: 'granted', channels: ['email'], purpose: 'marketing', source: 'Demo data: invented people' }
  const layout = { separator: ',', encoding: 'utf-8', hasHeader: true, columns }
  await invoke(contactImports.start, { params: { id }, body: { settings: { ...layout, dedupe: 'skip', consent } } })
  const until = Date.now() + importTimeoutMs
  for (;;) {
    const made = await invoke(contactImports.read, { params: { id } })
    if (made.status === 'completed') {
      records.contacts = made.createdCount
      return
    }
    if (made.status !== 'running' || Date.now() > until) throw new Error(`the import of demo contacts is ${made.status}`)
    await reach(25)
    await pause(200)
  }
}

async function listPeople({ invoke, records }: Loading): Promise<Contact[]> {
  const found: Contact[] = []
  let cursor: string | null = null
  do {
    const page: { rows: Contact[]; nextCursor: string | null } = await invoke(contactOperations.list, {
      query: { importId: records.importId, limit: '100', ...(cursor ? { cursor } : {}) },
    })
    found.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null && found.length < people)
  return found
}

async function loadSegments({ invoke, records }: Loading): Promise<void> {
  for (const body of demoSegments) {
    const { id } = await invoke(segmentOperations.create, { body })
    records.segments.push(id)
    await invoke(segmentOperations.count, { params: { id } })
  }
}

async function loadCampaigns({ platform, caller, invoke, records, reach }: Loading, contacts: readonly Contact[]): Promise<void> {
  const [segmentId = ''] = records.segments
  for (const { sent, content, ...about } of demoCampaigns) {
    const audience = sent ? { kind: 'import', importId: records.importId } : { kind: 'segments', include: [segmentId] }
    const { id } = await invoke(campaignOperations.create, { body: { ...about, channel: 'email', definition: { content, audience } } })
    records.campaigns.push(id)
    if (sent) {
      const at = new Date(platform.clock.now().getTime() - sent.daysAgo * dayMs)
      await caller.inOrg((tx) => recordPastSend(tx, id, at, recipientsOf(contacts, sent)))
    }
    await reach(65 + records.campaigns.length * 4)
  }
}

type Sent = NonNullable<(typeof demoCampaigns)[number]['sent']>

function recipientsOf(contacts: readonly Contact[], sent: Sent): PastRecipient[] {
  const random = repeatable(sent.recipients)
  const { bounced, unsubscribed, responded, clicked, opened } = sent
  const statusOf = (dice: number): PastRecipient['status'] => {
    if (dice < bounced) return 'bounced'
    if (dice < bounced + unsubscribed) return 'unsubscribed'
    if (dice < bounced + responded) return 'responded'
    if (dice < bounced + clicked) return 'clicked'
    return dice < bounced + opened ? 'opened' : 'delivered'
  }
  return contacts
    .slice(0, sent.recipients)
    .map(({ id, email }) => ({ contactId: id, address: email ?? '', status: statusOf(random() * 100) }))
}

async function loadWorkflow({ invoke, records, reach }: Loading): Promise<void> {
  const made = await invoke(workflowOperations.create, { body: demoWorkflow(`demo-${newId().slice(-12)}`) })
  records.workflows.push(made.id)
  await reach(80)
  await invoke(workflowOperations.publish, { params: { id: made.id }, body: { revision: made.revision } })
  for (const input of demoOrders) await invoke(workflowRuns.start, { params: { id: made.id }, body: { input } })
}

/** Written by the sandbox in the background; only for those who may work with health data. */
async function loadDietPlans({ caller, invoke, records, reach }: Loading): Promise<void> {
  if (!caller.may('health:write')) return
  const configs = await invoke(aiModels.listConfigs, {})
  const sandbox = configs.find(({ provider, isActive }) => provider.adapter === 'sandbox' && isActive)
  if (!sandbox) return
  for (const body of demoDietPlans) {
    const { planId } = await invoke(dietPlans.generate, { body: { ...body, aiModelConfigId: sandbox.id } })
    records.dietPlans.push(planId)
    await reach(86)
  }
}

async function loadArtifacts({ invoke, records, reach }: Loading): Promise<void> {
  for (const body of demoArtifacts) {
    const { id } = await invoke(codeArtifacts.create, { body })
    records.codeArtifacts.push(id)
    await reach(87)
  }
}

async function loadConversations({ platform, caller, records, reachIn }: Loading, contacts: readonly Contact[]): Promise<void> {
  const now = platform.clock.now().getTime()
  const member = { id: caller.caller.userId, name: caller.actor.name }
  for (const [index, { subject, priority, texts }] of demoConversations.entries()) {
    const contact = contacts[index * 17]
    if (!contact) return
    const begin = now - (index + 1) * dayMs * 0.8
    const messages = texts.map(([from, text], number) => ({ from, text, at: new Date(begin + number * 3_600_000) }))
    const about = { contactId: contact.id, contactName: contact.name, address: contact.email ?? '', subject, priority, messages, member }
    await caller.inOrg(async (tx) => {
      records.conversations.push(await recordPastConversation(tx, about))
      await reachIn(tx, 88 + index)
    })
  }
}

/** Each with a run of now, so that its figures are there. */
async function loadReports({ invoke, records, reach }: Loading): Promise<void> {
  for (const body of demoReports) {
    const { id } = await invoke(reportOperations.create, { body })
    records.reports.push(id)
    await invoke(reportOperations.run, { params: { id } })
    await reach(96 + records.reports.length)
  }
}
