import { IconKey, IconLogin2, IconPencil, IconSettings, IconShieldLock, IconUsers } from '@tabler/icons-react'
import type { ActivityKind } from '@imperium/contract/activity.ts'
import type { AuditEntry } from '@imperium/contract/activity.ts'
import { inProductName, productName } from '../../lib/brand/brand.ts'
import { plural, t, translateMessage, translateSentence } from '../../lib/words.ts'
import type { Rows } from '../../ui/list/use-rows.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const kindLabels: Record<ActivityKind, string> = {
  login: t('Sign-in'),
  change: t('Change'),
  api: t('API'),
  security: t('Security'),
  team: t('Team'),
  settings: t('Settings'),
}

export const kindIcons = {
  login: IconLogin2,
  change: IconPencil,
  api: IconKey,
  security: IconShieldLock,
  team: IconUsers,
  settings: IconSettings,
} as const

export const statusText: Record<AuditEntry['status'], string> = { success: t('Success'), warning: t('Refused'), error: t('Failed') }
export const statusTones: Record<AuditEntry['status'], StatusTone> = { success: 'ok', warning: 'warn', error: 'bad' }

export const kindOptions = Object.entries(kindLabels).map(([value, label]) => ({ value, label }))
export const statusOptions = Object.entries(statusText).map(([value, label]) => ({ value, label }))

export const rangeLabels = {
  '1': t('Last 24 hours'),
  '7': t('Last 7 days'),
  '30': t('Last 30 days'),
  '90': t('Last 90 days'),
  '365': t('Last 365 days'),
} as const

/** Same wording as the server's for programs without a known device. */
const unknownDevice = 'Unknown device'

/** `Chrome on Windows`; only the browser or program when the device is unknown; null when both are unknown. */
export const deviceText = ({ browser, device }: { browser: string | null; device: string | null }): string | null =>
  browser === null || device === null || device === unknownDevice ? browser : t('{browser} on {device}', { browser, device })

/** Who did it: what the product does by itself, it does in the name that this page has for it. */
export const actorName = ({ user, actorKind }: Pick<AuditEntry, 'user' | 'actorKind'>): string =>
  actorKind === 'system' ? inProductName(user) : user

/** What the server calls the product as an actor. */
const productActor = 'Imperium'

/** The activity in the language of the page. The operation summary in it is one of our translations too. */
export function describeActivity({ sentence, values }: { sentence: string; values: Record<string, string> }): string {
  const actor = values['actor'] === productActor ? { actor: productName() } : {}
  return translateSentence(sentence, { ...values, ...actor, ...(values['act'] ? { act: translateMessage(values['act']) } : {}) })
}

/** The live count of a list of entries. */
export const countText = ({ rows, table, hasMoreFailed }: Rows<unknown>): string =>
  table.hasMore || hasMoreFailed
    ? t('More than {count} entries', { count: rows.length })
    : plural(rows.length, { one: '{count} entry', other: '{count} entries' })
