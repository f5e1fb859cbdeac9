import type { ContactImport, DedupeRule, ImportSettings, ImportStatus } from '@imperium/contract/contacts/contact-imports.ts'
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
  consentOptOut: t('Consent: opted out'),
}

/** Encodings by what people call them. */
export const encodingLabels: Readonly<Record<ImportSettings['encoding'], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': t('Western European (Windows-1252)'),
  'iso-8859-15': t('Western European (ISO 8859-15)'),
  macintosh: t('Western European (Mac)'),
  'windows-1250': t('Central European (Windows-1250)'),
  'iso-8859-2': t('Central European (ISO 8859-2)'),
  'windows-1251': t('Cyrillic (Windows-1251)'),
  'koi8-r': t('Cyrillic (KOI8-R)'),
  'windows-1253': t('Greek (Windows-1253)'),
  'windows-1254': t('Turkish (Windows-1254)'),
  'windows-1255': t('Hebrew (Windows-1255)'),
  'windows-1256': t('Arabic (Windows-1256)'),
  'windows-874': t('Thai (Windows-874)'),
  shift_jis: t('Japanese (Shift_JIS)'),
  'euc-jp': t('Japanese (EUC-JP)'),
  'iso-2022-jp': t('Japanese (ISO-2022-JP)'),
  gb18030: t('Chinese, simplified (GB18030)'),
  big5: t('Chinese, traditional (Big5)'),
  'euc-kr': t('Korean (EUC-KR)'),
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
