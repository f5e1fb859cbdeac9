import type { DedupeRule, ImportConsent, ImportPreview, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'

/** The form's values besides the columns. */
export interface SettingsForm {
  dedupe: DedupeRule
  tags: string[]
  /** '' until the user decides: consent has no default. */
  consent: '' | ImportConsent['kind']
  channels: Channel[]
  purpose: string
  source: string
  /** A day, YYYY-MM-DD; '' for none. */
  obtainedOn: string
}

export const emptySettings: SettingsForm = { dedupe: 'skip', tags: [], consent: '', channels: [], purpose: '', source: '', obtainedOn: '' }

/** True if a column contains the consent. */
export const hasConsentColumn = ({ columns }: Pick<ImportPreview, 'columns'>): boolean =>
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
  consent: toConsent(form, hasConsentColumn({ columns })),
})
