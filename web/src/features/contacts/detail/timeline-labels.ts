import type { SuppressionReason } from '@imperium/contract/contacts/consents.ts'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import type { TimelineEntry, TimelineKind, TimelineLink } from '@imperium/contract/contacts/contact-timeline.ts'
import type { ContactSource } from '@imperium/contract/contacts/contacts.ts'
import type { RunStatus } from '@imperium/contract/runs.ts'
import type { WorkflowRunStatus } from '@imperium/contract/workflows/workflow-definition.ts'
import { consentSourceLabels } from '../../../lib/labels/consent-source-labels.ts'
import { detailText, reasonText } from '../../../lib/labels/reason-labels.ts'
import { receivedLabels } from '../../../lib/labels/received-labels.ts'
import { plural, t } from '../../../lib/words.ts'
import { channelLabels, fieldLabels, sourceLabels, valueText } from '../contact-labels.ts'

export const kindLabels: Record<TimelineKind, string> = {
  contact: t('Changes of the contact'),
  events: t('Recorded events'),
  consent: t('Consent'),
  campaigns: t('Campaigns'),
  messages: t('Messages'),
  workflows: t('Workflows'),
  agents: t('Agents'),
}

const eventLabels: Record<string, string> = {
  'contact.created': t('Contact created'),
  'contact.changed': t('Contact changed'),
  'contact.merged': t('Merged with another contact'),
  'contact.tagged': t('Tag added'),
  'contact.untagged': t('Tag removed'),
  'contact.imported': t('Imported'),
  'contact.importUndone': t('Import undone'),
  'contact.exported': t('Contact exported'),
  'consent.granted': t('Consent given'),
  'consent.pending': t('Consent waits for confirmation'),
  'consent.withdrawn': t('Consent withdrawn'),
  'consent.asked': t('Asked to confirm'),
  'consent.suppressed': t('Added to the suppression list'),
  'consent.lifted': t('Removed from the suppression list'),
  'campaign.sent': t('Campaign sent'),
  'campaign.delivered': t('Campaign delivered'),
  'campaign.opened': t('Campaign opened'),
  'campaign.clicked': t('Link of a campaign clicked'),
  'campaign.responded': t('Replied to a campaign'),
  'campaign.bounced': t('Campaign bounced'),
  'campaign.complained': t('Complained about a campaign'),
  'campaign.unsubscribed': t('Unsubscribed from a campaign'),
  'campaign.failed': t('Campaign could not be sent'),
  'campaign.skipped': t('Skipped by a campaign'),
  'campaign.held': t('Held by a campaign'),
  'campaign.delayed': t('The receiving server defers a campaign'),
  'campaign.retried': t('Campaign sent again'),
  'campaign.past': t('Earlier campaigns'),
  'message.received': t('Message received'),
  'message.sent': t('Message sent'),
  'message.absence': t('Absence note received'),
  'message.erased': t('Conversation erased'),
  'message.agentMail': t('An agent sent an email'),
  'agent.drafted': t('An agent wrote the message of a campaign'),
  'agent.sampled': t('An agent wrote a sample for a campaign'),
  'workflow.run': t('Workflow ran'),
}

/** The title of an event; a custom event uses its name. */
export function eventTitle({ type, title, detail }: TimelineEntry): string {
  if (type === 'consent.granted' && detail['source'] === 'double-opt-in') return t('Consent confirmed')
  if (type === 'message.sent' && detail['status'] === 'bounced') return t('Message bounced')
  if (type === 'message.sent' && isUnsent(detail['status'])) return t('Message not sent')
  if (type === 'workflow.run' && detail['isTest'] === true) return t('Workflow tested')
  return eventLabels[type] ?? (title || type)
}

const isUnsent = (status: unknown): boolean => status === 'failed' || status === 'held'

export const linkLabels: Record<TimelineLink['kind'], string> = {
  campaign: t('What happened'),
  conversation: t('Open the conversation'),
  'workflow-run': t('Open the run'),
  'agent-run': t('Open the run'),
  import: t('Open the import'),
  segment: t('Open the segment'),
}

/** The path of an entry's link inside the organization; for a campaign, the delivery to this contact. */
export function linkPath({ kind, id, agentId }: TimelineLink, contactId: string): string {
  if (kind === 'campaign') return `campaigns/${id}?tab=contacts&contact=${contactId}`
  if (kind === 'conversation') return `messages?message=${id}&state=all`
  if (kind === 'workflow-run') return `workflows/runs/${id}`
  if (kind === 'agent-run') return `agents?${agentId ? `agent=${agentId}&` : ''}tab=run&run=${id}`
  return kind === 'import' ? `contacts/import?import=${id}` : `segments/${id}`
}

const runLabels: Record<WorkflowRunStatus, string> = {
  queued: t('Queued||workflow run'),
  running: t('Running||workflow run'),
  waiting: t('Waiting||workflow run'),
  paused: t('Paused||workflow run'),
  quarantined: t('Quarantined'),
  success: t('Success||workflow run'),
  failed: t('Failed||workflow run'),
  cancelled: t('Cancelled||workflow run'),
}

const agentRunLabels: Record<RunStatus, string> = {
  queued: t('Queued'),
  running: t('Running'),
  completed: t('Completed'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
}

const suppressionLabels: Record<SuppressionReason, string> = {
  unsubscribed: t('Unsubscribed'),
  bounced: t('Bounced'),
  complained: t('Complained'),
  stop: t('Replied STOP'),
  manual: t('Added manually'),
  erased: t('Erased'),
  imported: t('From a list'),
}

interface Change {
  field: string
  before: unknown
  after: unknown
}

type PurposeNames = readonly { key: string; name: string }[]

/** The label of a known value, else the value itself; '' without a value. */
const labelIn = (texts: Readonly<Record<string, string>>, value: unknown): string =>
  typeof value !== 'string' ? '' : Object.hasOwn(texts, value) ? (texts[value] ?? '') : value

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const joined = (...parts: string[]): string[] => {
  const line = parts.filter(Boolean).join(' · ')
  return line === '' ? [] : [line]
}
const lines = (...parts: string[]): string[] => parts.filter(Boolean)

/** The detail lines of a timeline entry. */
export function eventLines(entry: TimelineEntry, own: readonly ContactField[], purposes: PurposeNames = []): string[] {
  const { type, title, detail } = entry
  if (type.startsWith('consent.')) return consentLines(entry, purposes)
  if (type.startsWith('campaign.')) return campaignLines(entry)
  if (type.startsWith('message.')) return messageLines(entry)
  if (type === 'workflow.run') return joined(title, labelIn(runLabels, detail['status']))
  if (type === 'agent.drafted' || type === 'agent.sampled') return joined(title, labelIn(agentRunLabels, detail['status']))
  if (type.startsWith('contact.')) return contactLines(entry, own)
  // Internal keys are not shown.
  return Object.entries(detail)
    .filter(([name, value]) => value !== null && typeof value !== 'object' && value !== '' && !name.endsWith('Id'))
    .map(([name, value]) => `${name}: ${valueText(value)}`)
}

function contactLines({ type, detail }: TimelineEntry, own: readonly ContactField[]): string[] {
  if (type === 'contact.changed' && Array.isArray(detail['changes']))
    return (detail['changes'] as Change[]).map(({ field, before, after }) =>
      t('{field}: {before} → {after}', { field: fieldLabels(field, own), before: valueText(before), after: valueText(after) }),
    )
  if (type === 'contact.tagged' || type === 'contact.untagged') return [valueText(detail['tag'])]
  if (type === 'contact.merged') return mergedLines(detail['merged'])
  if (type === 'contact.created')
    return joined(labelIn(sourceLabels satisfies Record<ContactSource, string>, detail['source']), textOf(detail['sourceDetail']))
  if (type === 'contact.importUndone') return lines(textOf(detail['file']))
  if (type !== 'contact.imported') return []
  const changed = Array.isArray(detail['changed']) ? (detail['changed'] as string[]) : []
  const row = typeof detail['row'] === 'number' ? t('row {row}', { row: detail['row'] }) : ''
  return [...joined(textOf(detail['file']), row), ...joined(changed.map((field) => fieldLabels(field, own)).join(', '))]
}

function mergedLines(merged: unknown): string[] {
  if (typeof merged !== 'object' || merged === null) return []
  const { name, email, phone } = merged as Record<string, unknown>
  return [...new Set([name, email, phone].filter((each) => typeof each === 'string' && each !== ''))] as string[]
}

/** Purpose, channel, source and proof of a consent; for a suppressed address the reason. */
function consentLines({ type, title, detail }: TimelineEntry, purposes: PurposeNames): string[] {
  const channel = labelIn(channelLabels, detail['channel'])
  if (type === 'consent.suppressed')
    return [...joined(channel, labelIn(suppressionLabels, detail['reason'])), ...lines(textOf(detail['detail']))]
  if (type === 'consent.lifted')
    return [...joined(channel, labelIn(suppressionLabels, detail['reason'])), ...lines(labelIn(consentSourceLabels, detail['detail']))]
  const name = purposes.find(({ key }) => key === title)?.name ?? title
  const proof = (detail['proof'] ?? {}) as Record<string, unknown>
  const row = typeof proof['row'] === 'number' ? t('row {row}', { row: proof['row'] }) : ''
  return [
    ...joined(name, channel),
    ...joined(labelIn(consentSourceLabels, detail['source']), textOf(proof['form']), textOf(proof['text']), textOf(proof['file']), row),
  ]
}

/** The campaign and the reason, in our text and in that of the refusing provider. */
function campaignLines({ type, title, detail }: TimelineEntry): string[] {
  if (type === 'campaign.past') return [t('Not all messages up to here are still listed: campaign history is kept for a limited time.')]
  const [reason, message] = [textOf(detail['reason']), textOf(detail['detail'])]
  const delivered = detail['delivered'] === true ? t('Accepted by the receiver') : ''
  return [
    ...joined(title, labelIn(channelLabels, detail['channel'])),
    ...lines(delivered, reason && reasonText(reason), message && detailText(message), textOf(detail['url'])),
  ]
}

function messageLines({ type, title, detail }: TimelineEntry): string[] {
  if (type === 'message.erased')
    return [
      ...joined(
        labelIn(channelLabels, detail['channel']),
        plural(Number(detail['messages']), { one: '{count} message', other: '{count} messages' }),
      ),
      t('Message history is kept for a limited time.'),
    ]
  const message = isUnsent(detail['status']) || detail['status'] === 'bounced' ? textOf(detail['detail']) : ''
  return [...joined(title, labelIn(channelLabels, detail['channel'])), ...lines(receivedLabels(textOf(detail['preview'])), message)]
}
