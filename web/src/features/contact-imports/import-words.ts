import type { ContactImport, DedupeRule, ImportStatus } from '@imperium/contract/contacts/contact-imports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const statusWords: Readonly<Record<ImportStatus, { label: string; tone: StatusTone }>> = {
  uploading: { label: t('Uploading'), tone: 'info' },
  uploaded: { label: t('Waiting to start'), tone: 'warn' },
  running: { label: t('Importing'), tone: 'info' },
  completed: { label: t('Completed'), tone: 'ok' },
  failed: { label: t('Failed'), tone: 'bad' },
  cancelled: { label: t('Stopped'), tone: 'idle' },
  undoing: { label: t('Undoing'), tone: 'info' },
  undone: { label: t('Undone'), tone: 'idle' },
}

export const targetWords: Readonly<Record<string, string>> = {
  ignore: t('Do not import'),
  email: t('E-mail'),
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
export const numberWords: Readonly<Record<'comma' | 'point' | 'mixed' | 'open', string>> = {
  comma: t('Numbers with a decimal comma: 1.234,5'),
  point: t('Numbers with a decimal point: 1,234.5'),
  mixed: t('Some numbers have a decimal comma, others a point: each is read by itself'),
  open: t('Nothing shows whether 1.234 is a thousand: it is read as a number with decimals'),
}

export const dedupeWords: Readonly<Record<DedupeRule, { label: string; text: string }>> = {
  skip: {
    label: t('Leave them as they are'),
    text: t(
      'Nothing about people you know changes, and no consent is recorded for them. Where you ask for confirmation, those who have not answered are asked too; a "no" in a row always counts.',
    ),
  },
  fill: { label: t('Fill the gaps'), text: t('Only what is empty is taken from the file; tags are added.') },
  update: { label: t('Update them'), text: t('What the file says replaces what is there; tags are added.') },
}

export const channelWords: Readonly<Record<Channel, string>> = {
  email: t('E-mail'),
  sms: t('SMS'),
  whatsapp: t('WhatsApp'),
  webhook: t('Webhook'),
}

/** How far it is, in percent. */
export const percentOf = ({ doneBytes, totalBytes }: Pick<ContactImport, 'doneBytes' | 'totalBytes'>): number =>
  totalBytes > 0 ? Math.min(100, Math.floor((doneBytes / totalBytes) * 100)) : 0
