import type { ApiKey, InactiveReason } from '@imperium/contract/api-keys.ts'
import { isInPlaceOfSignIn, keyScopes, scopeOf } from '@imperium/contract/permissions.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import { formatDate, formatMoment } from '../../lib/format.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'

/** In the order of lists, as the modules declare them. */
const scopes = keyScopes.map((scope) => ({ scope, ...scopeOf(scope) }))

export const scopeLabels = Object.fromEntries(scopes.map(({ scope, label }) => [scope, translateMessage(label)])) as Record<
  KeyScope,
  string
>

export const scopeGroups: readonly { label: string; scopes: readonly KeyScope[] }[] = Array.from(
  Map.groupBy(scopes, ({ group }) => group),
  ([group, members]) => ({ label: translateMessage(group), scopes: members.map(({ scope }) => scope) }),
)

export const presets: readonly { label: string; scopes: readonly KeyScope[] }[] = [
  { label: t('Read only'), scopes: keyScopes.filter((scope) => scope.endsWith(':read')) },
  { label: t('Run agents'), scopes: ['agents:read', 'agents:execute', 'runs:read', 'runs:cancel'] },
  // Scopes in place of a sign-in are chosen one by one.
  { label: t('Full'), scopes: keyScopes.filter((scope) => !isInPlaceOfSignIn(scope)) },
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
