import type { ApiKey, InactiveReason } from '@imperium/contract/api-keys.ts'
import { keyScopes } from '@imperium/contract/permissions.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import { formatDate, formatMoment } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'

export const scopeLabels: Record<KeyScope, string> = {
  'agents:read': t('Read agents'),
  'agents:write': t('Create, change and delete agents'),
  'agents:execute': t('Run agents'),
  'runs:read': t('Read runs and follow them'),
  'runs:cancel': t('Cancel runs'),
  'ai-models:read': t('Read AI models'),
  'contacts:read': t('Read contacts'),
  'contacts:write': t('Create and change contacts'),
  'segments:read': t('Read segments'),
  'segments:write': t('Create and change segments'),
  'consents:read': t('Read consent and suppressions'),
  'consents:write': t('Record consent and suppressions'),
  'campaigns:read': t('Read campaigns and their figures'),
  'campaigns:write': t('Create and change campaigns'),
  'campaigns:send': t('Send campaigns'),
  'channels:read': t('Read senders and accounts'),
  'messages:read': t('Read messages'),
  'messages:write': t('Write messages'),
  'workflows:read': t('Read workflows and their runs'),
  'workflows:write': t('Create, change and delete workflows'),
  'workflows:publish': t('Publish workflows'),
  'workflows:run': t('Run workflows'),
  'workflows:approve': t('Decide approvals of workflows'),
  'templates:read': t('Read templates'),
  'templates:write': t('Use and publish templates'),
  'webhooks:read': t('Read webhooks and their deliveries'),
  'webhooks:manage': t('Create, change and delete webhooks'),
  'integrations:read': t('Read integrations'),
  'integrations:use': t('Run actions of integrations'),
  'dashboard:read': t('Read figures of the dashboard'),
  'usage:read': t('Read usage and limits'),
  'search:read': t('Search what the key may read'),
  'sales:read': t('Read sales orders and invoices'),
  'sales:write': t('Create sales orders and invoices, record payments'),
  'knowledge:read': t('Read and search the knowledge base'),
  'knowledge:write': t('Write, publish and delete articles'),
  'team:read': t('Read team members'),
}

export const scopeGroups: readonly { label: string; scopes: readonly KeyScope[] }[] = [
  { label: t('Agents'), scopes: ['agents:read', 'agents:write', 'agents:execute'] },
  { label: t('Runs'), scopes: ['runs:read', 'runs:cancel'] },
  {
    label: t('Contacts'),
    scopes: ['contacts:read', 'contacts:write', 'segments:read', 'segments:write', 'consents:read', 'consents:write'],
  },
  {
    label: t('Campaigns'),
    scopes: ['campaigns:read', 'campaigns:write', 'campaigns:send', 'channels:read', 'messages:read', 'messages:write'],
  },
  {
    label: t('Workflows'),
    scopes: ['workflows:read', 'workflows:write', 'workflows:publish', 'workflows:run', 'workflows:approve'],
  },
  { label: t('Templates'), scopes: ['templates:read', 'templates:write'] },
  { label: t('Knowledge Base'), scopes: ['knowledge:read', 'knowledge:write'] },
  { label: t('Webhooks'), scopes: ['webhooks:read', 'webhooks:manage'] },
  { label: t('Integrations'), scopes: ['integrations:read', 'integrations:use'] },
  { label: t('Sales'), scopes: ['sales:read', 'sales:write'] },
  { label: t('Organization'), scopes: ['dashboard:read', 'usage:read', 'search:read', 'ai-models:read', 'team:read'] },
]

export const presets: readonly { label: string; scopes: readonly KeyScope[] }[] = [
  { label: t('Read only'), scopes: keyScopes.filter((scope) => scope.endsWith(':read')) },
  { label: t('Run agents'), scopes: ['agents:read', 'agents:execute', 'runs:read', 'runs:cancel'] },
  { label: t('Full'), scopes: keyScopes },
]

const reasonText: Record<InactiveReason, string> = {
  revoked: t('Revoked'),
  agent_deleted: t('Its agent was deleted'),
  rotated: t('Replaced by a new key'),
  expired: t('Expired'),
  creator_removed: t('Its creator left the organization. Rotate it to take it over.'),
  creator_disabled: t('The account of its creator is disabled. Rotate it to take it over.'),
}

/** A short description of the key: its agent, or its scopes. */
export function purposeOf({ agent, scopes }: ApiKey): string {
  if (agent) return t('Runs {name}', { name: agent.name })
  const preset = presets.find((each) => each.scopes.length === scopes.length && each.scopes.every((scope) => scopes.includes(scope)))
  return preset ? preset.label : plural(scopes.length, { one: '{count} scope', other: '{count} scopes' })
}

/** Why the key is inactive or when it will expire, in a short and a full text. Null when there is nothing to show. */
export function noteOf({ inactiveReason, rotatesUntil, expiresAt }: ApiKey): { short: string; full: string } | null {
  if (inactiveReason) return { short: reasonText[inactiveReason], full: reasonText[inactiveReason] }
  if (rotatesUntil)
    return {
      short: t('Replaced, until {date}', { date: formatDate(rotatesUntil) }),
      full: t('Replaced by a new key, works until {moment}', { moment: formatMoment(rotatesUntil) }),
    }
  if (expiresAt)
    return {
      short: t('Expires {date}', { date: formatDate(expiresAt) }),
      full: t('Expires {date}', { date: formatMoment(expiresAt) }),
    }
  return null
}

/** Neither revoked nor replaced: an expired one can be given more time. */
export const isChangeable = ({ inactiveReason, rotatesUntil }: ApiKey): boolean =>
  rotatesUntil === null && inactiveReason !== 'revoked' && inactiveReason !== 'agent_deleted'
export const isRotatable = (key: ApiKey): boolean => isChangeable(key) && key.inactiveReason !== 'expired'
export const isRevocable = ({ inactiveReason }: ApiKey): boolean => inactiveReason !== 'revoked' && inactiveReason !== 'agent_deleted'
