import { t } from '../words.ts'

/** Sources of opt-ins and opt-outs: in the ledger and in the timeline. */
export const consentSourceLabels: Readonly<Record<string, string>> = {
  import: t('Import'),
  form: t('Web form'),
  'preference-centre': t('Preference page'),
  unsubscribe: t('Unsubscribe link'),
  'mail-reply': t('Reply by email'),
  keyword: t('Keyword'),
  'double-opt-in': t('Confirmation link'),
  manual: t('Entered manually'),
  api: t('Another system'),
  complaint: t('Complaint'),
  merge: t('Merge'),
}
