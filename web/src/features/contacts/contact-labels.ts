import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import type { ContactSource } from '@imperium/contract/contacts/contacts.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { t } from '../../lib/words.ts'

export const sourceLabels: Record<ContactSource, string> = {
  manual: t('Entered manually'),
  import: t('Import'),
  api: t('API'),
  form: t('Form'),
  reply: t('Reply'),
  agent: t('Agent'),
  workflow: t('Workflow'),
}

export const reachLabels = {
  email: t('With a working email'),
  phone: t('With phone number'),
  bounced: t('Email bounced'),
} as const

const plainFieldLabels: Record<string, string> = {
  email: t('Email'),
  phone: t('Phone'),
  firstName: t('First name'),
  lastName: t('Last name'),
  locale: t('Language'),
  timeZone: t('Time zone'),
  tags: t('Tags'),
}

/** The label of a field: translated for a built-in one; for a custom one its label, or its key after deletion. */
export function fieldLabels(field: string, own: readonly ContactField[]): string {
  const key = field.replace(/^custom\./, '')
  return plainFieldLabels[field] ?? own.find((each) => each.key === key)?.label ?? key
}

/** Formats the value of a field. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  return Array.isArray(value) ? value.join(', ') || '–' : String(value)
}

export const channelLabels: Record<Channel, string> = { email: t('Email'), sms: t('SMS'), webhook: t('Webhook'), whatsapp: t('WhatsApp') }
