import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { Notification } from '@imperium/contract/notifications.ts'
import { t } from '../../lib/words.ts'

export const typeIcons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX } as const

export const categoryLabels: Record<Notification['category'], string> = {
  update: t('Update'),
  activity: t('Activity'),
  security: t('Security'),
  mention: t('Mention'),
  system: t('System'),
}
