import type { ContactFieldType } from '@imperium/contract/contacts/contact-fields.ts'
import { t } from '../../../lib/words.ts'

export const fieldTypeLabels: Record<ContactFieldType, string> = {
  text: t('Text'),
  number: t('Number'),
  boolean: t('Yes or no'),
  date: t('Date'),
  choice: t('Choice'),
}
