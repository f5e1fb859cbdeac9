import type { SuppressionReason } from '@imperium/contract/consents.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { Channel } from '@imperium/contract/reach.ts'
import { t } from '../../lib/words.ts'

export const channelWords: Readonly<Record<Channel, string>> = {
  email: t('E-mail'),
  sms: t('SMS'),
  whatsapp: t('WhatsApp'),
  webhook: t('Webhook'),
}

export const reasonWords: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: t('Unsubscribed'),
  bounced: t('Bounced'),
  complained: t('Complained'),
  stop: t('Answered STOP'),
  manual: t('Added by hand'),
  erased: t('Erased'),
  imported: t('From a list'),
}

export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
}

const sources: Readonly<Record<string, string>> = {
  import: t('Import'),
  form: t('Web form'),
  'preference-centre': t('Preference page'),
  unsubscribe: t('Unsubscribe link'),
  keyword: t('Keyword'),
  'double-opt-in': t('Confirmation link'),
  manual: t('Entered by hand'),
  api: t('Another system'),
  complaint: t('Complaint'),
  merge: t('Merge'),
}
export const sourceWord = (source: string): string => sources[source] ?? source

const proofs: Readonly<Record<string, string>> = {
  text: t('Proof'),
  page: t('Page'),
  ipAddress: t('IP address'),
  userAgent: t('Browser'),
  requestId: t('Request'),
  sendId: t('Campaign send'),
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
export const proofWord = (name: string): string => proofs[name] ?? name
