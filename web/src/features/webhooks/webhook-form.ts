import type { FilterOperator, Webhook } from '@imperium/contract/webhooks.ts'

export interface WebhookValues extends Record<string, unknown> {
  name: string
  url: string
  description: string
  events: string[]
  /** At least one row; a `kept` one has a value on the server. */
  headers: { key: string; value: string; kept: boolean }[]
  filter: { path: string; operator: FilterOperator; value: string }[]
  orderingKey: string
  ratePerSecond: number | ''
  includesContact: boolean
}

export const emptyHeader = { key: '', value: '', kept: false }

export const valuesOf = (webhook: Webhook | null): WebhookValues => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: webhook?.events ?? [],
  headers: webhook && webhook.headers.length > 0 ? webhook.headers.map(({ key }) => ({ key, value: '', kept: true })) : [emptyHeader],
  filter: webhook?.filter ?? [],
  orderingKey: webhook?.orderingKey ?? '',
  ratePerSecond: webhook?.ratePerSecond ?? '',
  includesContact: webhook?.includesContact ?? false,
})

/** A row of a stored header without a new value keeps the stored one. */
export const toBody = ({ headers, orderingKey, ratePerSecond, ...rest }: WebhookValues) => ({
  ...rest,
  headers: headers.map(({ key, value, kept }) => (kept && value === '' ? { key } : { key, value })),
  orderingKey: orderingKey.trim() === '' ? null : orderingKey,
  ratePerSecond: ratePerSecond === '' ? null : ratePerSecond,
})
