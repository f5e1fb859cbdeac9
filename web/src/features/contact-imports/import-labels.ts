import type { ContactImport, DedupeRule, ImportStatus } from '@imperium/contract/contacts/contact-imports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const statusText: Readonly<Record<ImportStatus, { label: string; tone: StatusTone }>> = {
  uploading: { label: t('Uploading'), tone: 'info' },
  uploaded: { label: t('Waiting to start'), tone: 'warn' },
  running: { label: t('Importing'), tone: 'info' },
  completed: { label: t('Completed'), tone: 'ok' },
  failed: { label: t('Failed'), tone: 'bad' },
  cancelled: { label: t('Stopped'), tone: 'idle' },
  undoing: { label: t('Undoing'), tone: 'info' },
  undone: { label: t('Undone'), tone: 'idle' },
}

export const targetText: Readonly<Record<string, string>> = {
  ignore: t('Do not import'),
  email: t('Email'),
  phone: t('Phone'),
  firstName: t('First name'),
  lastName: t('Last name'),
  name: t('Full name'),
  locale: t('Language'),
  timeZone: t('Time zone'),
  tags: t('Tags'),
  consentStatus: t('Consent: status'),
  consentSource: t('Consent: source'),
  consentDate: t('Consent: date'),
}

/** How the numbers of a column are read. */
export const numberLabels: Readonly<Record<'comma' | 'point' | 'mixed' | 'open', string>> = {
  comma: t('Numbers with a decimal comma: 1.234,5'),
  point: t('Numbers with a decimal point: 1,234.5'),
  mixed: t('Some numbers have a decimal comma, others a point. Each is read on its own.'),
  open: t('Ambiguous: 1.234 is read as a decimal number'),
}

export const dedupeLabels: Readonly<Record<DedupeRule, { label: string; text: string }>> = {
  skip: {
    label: t('Leave them as they are'),
    text: t(
      'Existing contacts are not changed, and no consent is recorded for them. If you request confirmation, contacts who have not replied are asked too. An opt-out in a row always counts.',
    ),
  },
  fill: { label: t('Fill the gaps'), text: t('Only empty fields are filled from the file. Tags are added.') },
  update: { label: t('Update them'), text: t('Values from the file replace existing values. Tags are added.') },
}

export const channelLabels: Readonly<Record<Channel, string>> = {
  email: t('Email'),
  sms: t('SMS'),
  whatsapp: t('WhatsApp'),
  webhook: t('Webhook'),
}

/** How far it is, in percent. */
export const percentOf = ({ doneBytes, totalBytes }: Pick<ContactImport, 'doneBytes' | 'totalBytes'>): number =>
  totalBytes > 0 ? Math.min(100, Math.floor((doneBytes / totalBytes) * 100)) : 0

/** Types of new fields that a file can bring. */
export const typeLabels = { text: t('Text'), number: t('Number'), date: t('Date'), boolean: t('Yes or no') } as const
