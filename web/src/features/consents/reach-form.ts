import type { ReachSettings } from '@imperium/contract/contacts/consents.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'

/** The field values of the page. */
export interface ReachValues extends Record<string, unknown> {
  doubleOptIn: boolean
  doubleOptInSms: boolean
  isQuiet: boolean
  quietFrom: string
  quietUntil: string
  quietChannels: Channel[]
  isCapped: boolean
  capMessages: number | string
  capDays: number | string
  pageTitle: string
  pageText: string
  helpText: string
}

const usual = { from: '21:00', until: '08:00', messages: 3 } as const

export const valuesOf = (settings: ReachSettings): ReachValues => ({
  doubleOptIn: settings.doubleOptIn,
  doubleOptInSms: settings.doubleOptInSms,
  isQuiet: settings.quietFrom !== null,
  quietFrom: settings.quietFrom ?? usual.from,
  quietUntil: settings.quietUntil ?? usual.until,
  quietChannels: settings.quietChannels,
  isCapped: settings.capMessages !== null,
  capMessages: settings.capMessages ?? usual.messages,
  capDays: settings.capDays,
  pageTitle: settings.pageTitle,
  pageText: settings.pageText,
  helpText: settings.helpText,
})

/** The operation's body; `updatedAt` comes from the loaded settings. */
export const toBody = (values: ReachValues, { updatedAt }: Pick<ReachSettings, 'updatedAt'>) => ({
  doubleOptIn: values.doubleOptIn,
  doubleOptInSms: values.doubleOptInSms,
  quietFrom: values.isQuiet ? values.quietFrom : null,
  quietUntil: values.isQuiet ? values.quietUntil : null,
  quietChannels: values.quietChannels,
  // An empty field becomes NaN, so that the schema reports it.
  capMessages: values.isCapped ? Number(values.capMessages || Number.NaN) : null,
  capDays: Number(values.capDays || Number.NaN),
  pageTitle: values.pageTitle,
  pageText: values.pageText,
  helpText: values.helpText,
  updatedAt,
})
