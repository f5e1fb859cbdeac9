import type { SuppressionReason } from '@imperium/contract/contacts/consents.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { consentSourceLabels } from '../../lib/labels/consent-source-labels.ts'
import { t } from '../../lib/words.ts'

export const channelLabels: Readonly<Record<Channel, string>> = {
  email: t('Email'),
  sms: t('SMS'),
  whatsapp: t('WhatsApp'),
  webhook: t('Webhook'),
}

export const reasonText: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: t('Unsubscribed'),
  bounced: t('Bounced'),
  complained: t('Complained'),
  stop: t('Replied STOP'),
  manual: t('Added manually'),
  erased: t('Erased'),
  imported: t('From a list'),
}

export const sourceLabel = (source: string): string => consentSourceLabels[source] ?? source

const proofs: Readonly<Record<string, string>> = {
  text: t('Proof'),
  page: t('Page'),
  ipAddress: t('IP address'),
  userAgent: t('Browser'),
  requestId: t('Request'),
  sendId: t('Campaign send'),
  item: t('Message received'),
  contactId: t('Merged contact'),
  source: t('Source'),
  at: t('Date'),
  importId: t('Import'),
  row: t('Row'),
  file: t('File'),
  form: t('Form'),
  version: t('Version of the form'),
  organization: t('Organization'),
  signedUpAt: t('Signed up'),
  signedUpFrom: t('Signed up from'),
}
export const proofLabel = (name: string): string => proofs[name] ?? name
