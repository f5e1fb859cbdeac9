import type { DedupeRule, ImportConsent, ImportPreview, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'

/** What the form holds besides the columns. */
export interface SettingsForm {
  dedupe: DedupeRule
  tags: string[]
  /** '' until somebody has decided: there is no default for consent. */
  consent: '' | ImportConsent['kind']
  channels: Channel[]
  purpose: string
  source: string
  /** A day, YYYY-MM-DD; '' for none. */
  obtainedOn: string
}

export const emptySettings: SettingsForm = { dedupe: 'skip', tags: [], consent: '', channels: [], purpose: '', source: '', obtainedOn: '' }

/** Whether rows say themselves who agreed. */
export const saysConsent = ({ columns }: Pick<ImportPreview, 'columns'>): boolean =>
  columns.some(({ target }) => target.startsWith('consent'))

function toConsent({ consent, channels, purpose, source, obtainedOn }: SettingsForm, ofRows: boolean): ImportConsent {
  if (consent === 'none') return { kind: 'none', statement: 'no consent', ...(ofRows ? { rows: { channels, purpose } } : {}) }
  if (consent === 'confirm') return { kind: 'confirm', purpose, source }
  return {
    kind: 'granted',
    channels,
    purpose,
    source,
    ...(obtainedOn ? { obtainedAt: new Date(`${obtainedOn}T00:00:00`).toISOString() } : {}),
  }
}

export const toSettings = ({ separator, encoding, hasHeader, dateOrder, columns }: ImportPreview, form: SettingsForm): ImportSettings => ({
  separator,
  encoding,
  hasHeader,
  ...(dateOrder && dateOrder !== 'open' ? { dateOrder } : {}),
  columns: columns.map((column) => column.target),
  dedupe: form.dedupe,
  tags: form.tags,
  consent: toConsent(form, saysConsent({ columns })),
})
