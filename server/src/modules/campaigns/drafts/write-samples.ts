import { campaignSamples, samplesAtOnce } from '@imperium/contract/campaigns/campaign-samples.ts'
import type { CampaignSample } from '@imperium/contract/campaigns/campaign-samples.ts'
import { isFinished } from '@imperium/contract/runs.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { keyOf, textOf } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { footerOf } from '../../channels/index.ts'
import { checkReach, sentSince } from '../../consents/index.ts'
import { loadRecipients } from '../../contacts/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { audiencePage } from '../../segments/index.ts'
import { findRuns, hiddenResult, queueRun, runFor } from '../../runs/index.ts'
import { compileMessages } from '../messages/campaign-messages.ts'
import { divide } from '../engine/build-send.ts'
import { previewLinks } from '../messages/preview-links.ts'
import { withSegments } from '../messages/render-designs.ts'
import type { CompiledMessage } from '../messages/render-message.ts'
import { plainOf } from '../reports/list-messages.ts'
import { nameOf } from '../reports/recipients-store.ts'
import { findCampaign } from '../store.ts'
import type { CampaignRow } from '../store.ts'
import { personalTask, readWritten } from './agent-texts.ts'
import { insertSamples, listSampleRows, sampleRuns } from './samples-store.ts'
import type { SampleRow } from './samples-store.ts'
import { writingTask } from './writing-task.ts'

export const campaignSampleOperations = (platform: Platform) =>
  bindOperations(campaignSamples, {
    writeSamples: ({ params }, context) => writeSamples(platform, context, params.id),
    samples: ({ params }, context) => listSamples(platform, context, params.id),
  })

/** Contacts of the audience that are checked for reachability: a user waits for the response. */
const lookedAt = 500
const mostPages = 20

/** Has the agent write for the first reachable contacts by normal runs. @throws 404; 409; 422 without an agent or an audience. */
async function writeSamples(
  platform: Platform,
  { tx, org, actor, caller, key, may, audit }: OrgContext,
  campaignId: string,
): Promise<CampaignSample[]> {
  const campaign = await findCampaign(tx, campaignId)
  if (!campaign) throw notFound()
  const { agent } = campaign.definition
  if (!agent) throw invalid([{ path: 'definition.agent', message: 'No agent writes the messages of this campaign' }])
  await requireBudget(tx, campaignId, agent.budgetMicros)
  const people = await firstReachable(platform, tx, campaign, org.timeZone)
  if (people.length === 0) throw invalid([{ path: 'definition.audience', message: 'No contact of this audience can be reached now' }])
  const { organizationName } = await footerOf(tx)
  const rows = []
  for (const { contact, variant } of people) {
    const input = personalTask(writingTask(campaign, variant, organizationName), contact)
    const runId = await queueRun(platform, tx, {
      agentId: agent.agentId,
      input,
      trigger: 'campaign',
      campaignId,
      startedBy: actor.name,
      startedByUser: caller.userId,
      startedByKey: key?.id ?? null,
    })
    rows.push({ runId, contactId: contact.id, variant })
  }
  await insertSamples(tx, { campaignId, version: campaign.version, createdBy: actor.name }, rows)
  audit({ targetName: campaign.name, after: { runs: rows.map(({ runId }) => runId) } })
  const started = new Set(rows.map(({ runId }) => runId))
  return (await listSamples(platform, { tx, may }, campaignId)).filter(({ runId }) => started.has(runId))
}

/** What samples have cost, and are likely to, stays within the budget of a send. */
async function requireBudget(tx: OrgTx, campaignId: string, budgetMicros: number): Promise<void> {
  const runs = [...(await findRuns(tx, await sampleRuns(tx, campaignId))).values()]
  if (runs.some(({ status }) => !isFinished(status))) throw conflict('The last samples are still being written.')
  const spent = runs.reduce((sum, { costMicros }) => sum + costMicros, 0)
  const each = runs.length > 0 ? spent / runs.length : 0
  if (budgetMicros === 0 || spent + each * samplesAtOnce > budgetMicros)
    throw conflict('The samples would cost more than the budget of the campaign.')
}

async function firstReachable(platform: Platform, tx: OrgTx, campaign: CampaignRow, timeZone: string): Promise<Sampled[]> {
  const { audience, ab } = campaign.definition
  if (!audience) return []
  const found: Sampled[] = []
  let after: string | null = null
  let testTotal = 0
  for (let pages = 0; pages < mostPages && found.length < samplesAtOnce; pages++) {
    const ids: string[] = await audiencePage(tx, audience, after, lookedAt)
    const divided = divide(ids, ab, { total: pages * lookedAt, testTotal })
    testTotal = divided.testTotal
    const reachable = await reachableAmong(platform, tx, campaign, { ids, timeZone })
    found.push(...divided.page.flatMap(({ contactId, variant }) => withVariant(reachable.get(contactId), variant)))
    after = ids.at(-1) ?? null
    if (ids.length < lookedAt) break
  }
  return found.slice(0, samplesAtOnce)
}

interface Sampled {
  contact: MessageContact
  variant: number
}

const withVariant = (contact: MessageContact | undefined, variant: number): Sampled[] => (contact ? [{ contact, variant }] : [])

async function reachableAmong(
  platform: Platform,
  tx: OrgTx,
  { channel, definition }: CampaignRow,
  { ids, timeZone }: { ids: readonly string[]; timeZone: string },
): Promise<Map<string, MessageContact>> {
  const contacts = await loadRecipients(tx, ids)
  const reach = await checkReach(tx, {
    channel,
    purpose: definition.purpose,
    contacts: [...contacts.values()],
    at: platform.clock.now(),
    orgTimeZone: timeZone,
    window: null,
    sentSince: sentSince(platform, tx),
  })
  return new Map([...contacts].filter(([id]) => (reach.get(id)?.verdict ?? 'skip') !== 'skip'))
}

/** @throws 404. */
async function listSamples(platform: Platform, { tx, may }: Pick<OrgContext, 'tx' | 'may'>, campaignId: string): Promise<CampaignSample[]> {
  const campaign = await findCampaign(tx, campaignId)
  if (!campaign) throw notFound()
  const rows = await listSampleRows(tx, campaignId)
  const [runs, contacts, { messages }] = await Promise.all([
    findRuns(
      tx,
      rows.map((row) => row.run_id),
    ),
    loadRecipients(
      tx,
      rows.map((row) => row.contact_id),
    ).then((found) => withSegments(tx, campaign.definition, found)),
    // Uses the current frame; the preview reports one that cannot be read.
    rows.length > 0 ? compileMessages(tx, campaign) : { messages: [] },
  ])
  const shown = (run: Run | undefined) => run && runFor(may, run)
  return rows.map((row) => ({
    ...toSample(platform, tx, row, {
      run: shown(runs.get(row.run_id)),
      contact: contacts.get(row.contact_id),
      message: messages[row.variant] ?? messages[0],
    }),
    isOutdated: row.version !== campaign.version,
  }))
}

interface Sources {
  run: Run | undefined
  contact: MessageContact | undefined
  message: CompiledMessage | undefined
}

function toSample(platform: Platform, tx: OrgTx, row: SampleRow, { run, contact, message }: Sources): Omit<CampaignSample, 'isOutdated'> {
  const plain = {
    runId: row.run_id,
    contactId: row.contact_id,
    name: contact ? nameOf(contact) : null,
    variant: row.variant,
    costMicros: run?.costMicros ?? 0,
    createdAt: row.created_at.toISOString(),
    subject: '',
    text: '',
    html: null,
    detail: '',
  }
  if (run && !isFinished(run.status)) return { ...plain, status: 'writing' }
  if (run?.isHidden) return { ...plain, status: 'failed', detail: hiddenResult }
  const texts = run?.status === 'completed' ? readWritten(run.output ?? '') : null
  if (!texts) {
    const detailKey = keyOf(run?.error ? textOf(run.error) : null)
    const detail = run?.error?.message ?? (run ? 'The agent returned no text.' : 'The run is gone.')
    return { ...plain, status: 'failed', detail, ...(detailKey ? { detailKey } : {}) }
  }
  const rendering = contact ? message?.render(contact, previewLinks(platform, tx.orgId), texts) : undefined
  if (!rendering?.ok)
    return { ...plain, status: 'failed', subject: texts.subject, text: texts.body, detail: rendering?.problem.message ?? '' }
  const { message: made } = rendering
  return { ...plain, status: 'written', ...plainOf(made), html: made.channel === 'email' ? made.html : null }
}
