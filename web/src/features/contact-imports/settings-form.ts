import type { ConsentPurpose } from '@imperium/contract/contacts/consents.ts'
import type { DedupeRule, ImportConsent, ImportPreview, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'

/** The form's values besides the columns. */
export interface SettingsForm {
  dedupe: DedupeRule
  tags: string[]
  /** '' until the user decides: consent has no default. */
  consent: '' | ImportConsent['kind']
  /** Null until the user chooses: those that the file has addresses for, if it is one. */
  channels: Channel[] | null
  purpose: string
  source: string
  /** A day, YYYY-MM-DD; '' for none. */
  obtainedOn: string
}

export const emptySettings: SettingsForm = {
  dedupe: 'skip',
  tags: [],
  consent: '',
  channels: null,
  purpose: '',
  source: '',
  obtainedOn: '',
}

/** True if a column contains the consent. */
export const hasConsentColumn = ({ columns }: Pick<ImportPreview, 'columns'>): boolean =>
  columns.some(({ target }) => target.startsWith('consent'))

/** The form with what needs no choice: the only purpose there is, and the only channel that the file has addresses for. */
export function withDefaults(
  form: SettingsForm,
  { columns }: Pick<ImportPreview, 'columns'>,
  purposes: readonly Pick<ConsentPurpose, 'key' | 'archivedAt'>[],
): SettingsForm & { channels: Channel[] } {
  const open = purposes.filter(({ archivedAt }) => archivedAt === null)
  const has = (name: 'email' | 'phone') => columns.some(({ target }) => target === name)
  const only: Channel[] = has('email') && !has('phone') ? ['email'] : []
  return { ...form, purpose: form.purpose || (open.length === 1 ? (open[0]?.key ?? '') : ''), channels: form.channels ?? only }
}

type WholeForm = ReturnType<typeof withDefaults>

function toConsent({ consent, channels, purpose, source, obtainedOn }: WholeForm, ofRows: boolean): ImportConsent {
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

export const toSettings = (
  { separator, encoding, hasHeader, titleRows, dateOrder, columns }: ImportPreview,
  form: WholeForm,
): ImportSettings => ({
  separator,
  encoding,
  hasHeader,
  titleRows,
  ...(dateOrder && dateOrder !== 'open' ? { dateOrder } : {}),
  columns: columns.map((column) => column.target),
  dedupe: form.dedupe,
  tags: form.tags,
  consent: toConsent(form, hasConsentColumn({ columns })),
})
