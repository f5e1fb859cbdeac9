import type { Connection, ConnectionStatus, IntegrationCategory } from '@imperium/contract/integrations.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const categoryLabels: Record<IntegrationCategory, string> = {
  Communication: t('Communication'),
  CRM: t('CRM'),
  Analytics: t('Analytics'),
  Marketing: t('Marketing'),
  Productivity: t('Productivity'),
  Payment: t('Payment'),
  Automation: t('Automation'),
}

export const statusLabels: Record<ConnectionStatus, { tone: StatusTone; label: string }> = {
  connected: { tone: 'ok', label: t('Connected') },
  waiting: { tone: 'warn', label: t('Sign-in not complete') },
  failing: { tone: 'bad', label: t('Failing') },
}

export const roleLabels: Record<Role, string> = { OWNER: t('Owner'), ADMIN: t('Admin'), MEMBER: t('User'), VIEWER: t('Viewer') }

const mostRecent = 3

/** The 3 most recently synced connections. */
export const recentlyUsed = (connections: readonly Connection[]): Connection[] =>
  connections
    .filter(({ lastSync, status }) => lastSync !== null && status === 'connected')
    .toSorted((a, b) => (b.lastSync ?? '').localeCompare(a.lastSync ?? ''))
    .slice(0, mostRecent)

/** At most two letters. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
