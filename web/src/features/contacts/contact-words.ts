import type { ContactField, ContactFieldType } from '@imperium/contract/contact-fields.ts'
import type { ContactSource, TimelineEntry } from '@imperium/contract/contacts.ts'
import type { Channel } from '@imperium/contract/reach.ts'
import { t } from '../../lib/words.ts'

export const sourceWords: Record<ContactSource, string> = {
  manual: t('Entered by hand'),
  import: t('Import'),
  api: t('API'),
  form: t('Form'),
  reply: t('Reply'),
  agent: t('Agent'),
  workflow: t('Workflow'),
}

export const reachWords = { email: t('Reachable by e-mail'), phone: t('With phone number'), bounced: t('E-mail bounced') } as const

export const fieldTypeWords: Record<ContactFieldType, string> = {
  text: t('Text'),
  number: t('Number'),
  boolean: t('Yes or no'),
  date: t('Date'),
  choice: t('Choice'),
}

const plainFieldWords: Record<string, string> = {
  email: t('E-mail'),
  phone: t('Phone'),
  firstName: t('First name'),
  lastName: t('Last name'),
  locale: t('Language'),
  timeZone: t('Time zone'),
  tags: t('Tags'),
}

/** The name of a field: its words; of one of the organization's own the label, or the key where it is gone. */
export function fieldWords(field: string, own: readonly ContactField[]): string {
  const key = field.replace(/^custom\./, '')
  return plainFieldWords[field] ?? own.find((each) => each.key === key)?.label ?? key
}

/** A value of a field in words. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  return Array.isArray(value) ? value.join(', ') || '–' : String(value)
}

const eventWords: Record<string, string> = {
  'contact.created': t('Contact created'),
  'contact.changed': t('Contact changed'),
  'contact.merged': t('Merged with another contact'),
  'contact.tagged': t('Tag added'),
  'contact.untagged': t('Tag removed'),
  'contact.imported': t('Imported'),
  'contact.importUndone': t('Import undone'),
  'contact.bounced': t('E-mail address bounced'),
  'consent.granted': t('Consent given'),
  'consent.pending': t('Consent waits for confirmation'),
  'consent.withdrawn': t('Consent withdrawn'),
  'contact.unsubscribed': t('Unsubscribed'),
  'campaign.queued': t('Queued by a campaign'),
  'campaign.sent': t('Campaign sent'),
  'campaign.delivered': t('Campaign delivered'),
  'campaign.opened': t('Campaign opened'),
  'campaign.clicked': t('Link of a campaign clicked'),
  'campaign.responded': t('Answered a campaign'),
  'campaign.bounced': t('Campaign bounced'),
  'campaign.complained': t('Complained about a campaign'),
  'campaign.unsubscribed': t('Unsubscribed from a campaign'),
  'campaign.failed': t('Campaign could not be sent'),
  'campaign.skipped': t('Skipped by a campaign'),
  'campaign.held': t('Held by a campaign'),
  'message.received': t('Message received'),
  'message.sent': t('Message sent'),
}

/** What happened, in words; an event of the organization's own is told by its name. */
export const eventTitle = (entry: TimelineEntry): string => eventWords[entry.type] ?? (entry.title || entry.type)

interface Change {
  field: string
  before: unknown
  after: unknown
}

type PurposeNames = readonly { key: string; name: string }[]

export const channelWords: Record<Channel, string> = { email: t('E-mail'), sms: t('SMS'), webhook: t('Webhook'), whatsapp: t('WhatsApp') }

/** To what, and on which channel; a purpose that is gone by its key. */
function consentLine(purpose: string, channel: unknown, purposes: PurposeNames): string {
  const isKnown = typeof channel === 'string' && Object.hasOwn(channelWords, channel)
  const name = purposes.find(({ key }) => key === purpose)?.name ?? purpose
  return [name, isKnown ? channelWords[channel as Channel] : ''].filter(Boolean).join(' · ')
}

/** What is told below: lines of an entry of the timeline. */
export function eventLines({ type, title, detail }: TimelineEntry, own: readonly ContactField[], purposes: PurposeNames = []): string[] {
  if (type === 'contact.changed' && Array.isArray(detail['changes']))
    return (detail['changes'] as Change[]).map(({ field, before, after }) =>
      t('{field}: {before} → {after}', { field: fieldWords(field, own), before: valueWords(before), after: valueWords(after) }),
    )
  if (type === 'contact.tagged' || type === 'contact.untagged') return [valueWords(detail['tag'])]
  if (type === 'contact.merged') return mergedLines(detail['merged'])
  if (type === 'contact.created') return sourceLine(detail['source'])
  if (type === 'contact.imported' || type === 'contact.importUndone') return [valueWords(detail['file'])]
  if (type.startsWith('consent.')) return [consentLine(title, detail['channel'], purposes)]
  // Names of things of ours are no words.
  const facts = Object.entries(detail).filter(
    ([name, value]) => value !== null && typeof value !== 'object' && value !== '' && !name.endsWith('Id'),
  )
  return [...(title && eventWords[type] ? [title] : []), ...facts.map(([name, value]) => `${name}: ${valueWords(value)}`)]
}

const sourceLine = (source: unknown): string[] =>
  typeof source === 'string' && Object.hasOwn(sourceWords, source) ? [sourceWords[source as ContactSource]] : []

function mergedLines(merged: unknown): string[] {
  if (typeof merged !== 'object' || merged === null) return []
  const { name, email, phone } = merged as Record<string, unknown>
  return [...new Set([name, email, phone].filter((each) => typeof each === 'string' && each !== ''))] as string[]
}
