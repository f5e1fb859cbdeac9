import { z } from 'zod'
import { CreateAgentKeyBody, CreateKeyBody } from '@imperium/contract/api-keys.ts'
import type { ApiKey, KeyKind } from '@imperium/contract/api-keys.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import { t } from '../../lib/words.ts'
import { presets } from './key-labels.ts'

export const expiryChoices = ['never', '30', '90', '365', 'date'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

/** The field values. */
export interface KeyValues extends Record<string, unknown> {
  name: string
  agentId: string
  scopes: KeyScope[]
  expiry: ExpiryChoice
  /** `2026-11-20`, for the choice `date`. */
  expiresOn: string
  /** One range a line. */
  allowedAddresses: string
  rateLimitPerHour: number | ''
}

const dayMs = 86_400_000

export const emptyValues = (): KeyValues => ({
  name: '',
  agentId: '',
  scopes: [...(presets[0]?.scopes ?? [])],
  expiry: '365',
  expiresOn: '',
  allowedAddresses: '',
  rateLimitPerHour: '',
})

export const valuesOf = (key: ApiKey): KeyValues => ({
  name: key.name,
  agentId: key.agent?.id ?? '',
  scopes: key.scopes,
  expiry: key.expiresAt ? 'date' : 'never',
  expiresOn: key.expiresAt ? localDay(new Date(key.expiresAt)) : '',
  allowedAddresses: key.allowedAddresses.join('\n'),
  rateLimitPerHour: key.rateLimitPerHour ?? '',
})

/** The calendar day in the local time zone. */
export const localDay = (at: Date): string =>
  [String(at.getFullYear()), ...[at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))].join('-')

/** The expiry time of a choice: a date means the end of that day in local time. */
export function expiresAtOf({ expiry, expiresOn }: Pick<KeyValues, 'expiry' | 'expiresOn'>, nowMs: number): string | null {
  if (expiry === 'never') return null
  if (expiry !== 'date') return new Date(nowMs + Number(expiry) * dayMs).toISOString()
  const end = new Date(`${expiresOn}T23:59:59`)
  return Number.isNaN(end.getTime()) ? '' : end.toISOString()
}

/** What keys of both kinds have. */
export const fieldsOf = (values: KeyValues, nowMs: number) => ({
  name: values.name,
  expiresAt: expiresAtOf(values, nowMs),
  allowedAddresses: values.allowedAddresses.split(/[\s,;]+/).filter(Boolean),
  rateLimitPerHour: values.rateLimitPerHour === '' ? null : values.rateLimitPerHour,
})

/** The body that the contract's schemas validate. */
export const toBody = (kind: KeyKind, values: KeyValues, nowMs: number) => ({
  ...fieldsOf(values, nowMs),
  ...(kind === 'agent' ? { agentId: values.agentId } : { scopes: values.scopes }),
})

const missing = { agentId: z.uuid(t('Choose an agent')), expiresAt: z.iso.datetime(t('Choose a date')).nullable() }

export const schemaOf = (kind: KeyKind) =>
  kind === 'agent' ? CreateAgentKeyBody.extend(missing) : CreateKeyBody.extend({ expiresAt: missing.expiresAt })

/** The error of a list field: that of the list, or of the first invalid item. */
export function messageOf(errors: Record<string, unknown>, field: string): string | undefined {
  const key = Object.keys(errors).find((each) => each === field || each.startsWith(`${field}.`))
  const message = key === undefined ? undefined : errors[key]
  return typeof message === 'string' ? message : undefined
}
