import { t } from '../../../lib/words.ts'

export const alignments = [
  { value: 'left', label: t('Left||alignment') },
  { value: 'center', label: t('Center||alignment') },
  { value: 'right', label: t('Right||alignment') },
] as const
