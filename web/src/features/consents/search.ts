import type { SuppressionChannel, SuppressionReason } from '@imperium/contract/contacts/consents.ts'
import { oneOf } from '../../lib/search-params.ts'

const consentTabs = ['consent', 'forms', 'suppressions'] as const
// Written out: this file is part of every first page, which must not bring the whole contract of consents (nor wait for it).
const suppressionChannels = ['email', 'sms', 'whatsapp'] as const satisfies readonly SuppressionChannel[]
const suppressionReasons = [
  'unsubscribed',
  'bounced',
  'complained',
  'stop',
  'manual',
  'erased',
  'imported',
] as const satisfies readonly SuppressionReason[]

/** The URL state of settings/consent. */
export interface SuppressionsSearch {
  address?: string | undefined
  channel?: SuppressionChannel | undefined
  reason?: SuppressionReason | undefined
}
export interface ConsentSearch extends SuppressionsSearch {
  tab?: (typeof consentTabs)[number] | undefined
  add?: boolean | undefined
}

/** True if a text looks like a complete address: only those can be searched. */
export const isWholeAddress = (text: string): boolean => /^\S+@\S+\.\S{2,}$|^\+?[\d\s().-]{6,}$/.test(text.trim())

export const parseConsentSearch = (search: Record<string, unknown>): ConsentSearch => ({
  tab: oneOf(consentTabs, search['tab']),
  address: typeof search['address'] === 'string' && search['address'] !== '' ? search['address'].slice(0, 300) : undefined,
  channel: oneOf(suppressionChannels, search['channel']),
  reason: oneOf(suppressionReasons, search['reason']),
  add: search['add'] === true ? true : undefined,
})
