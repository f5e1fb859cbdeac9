import type { Approval } from '@imperium/contract/workflows/workflow-approvals.ts'
import { t } from '../../../lib/words.ts'
import type { StatusTone } from '../../../ui/status-dot.tsx'

export const approvalLabels: Record<Approval['status'], string> = {
  pending: t('Pending||approval'),
  approved: t('Approved||approval'),
  rejected: t('Rejected||approval'),
  expired: t('Expired||approval'),
  cancelled: t('Cancelled||approval'),
}
export const approvalTones: Record<Approval['status'], StatusTone> = {
  pending: 'info',
  approved: 'ok',
  rejected: 'bad',
  expired: 'warn',
  cancelled: 'idle',
}
