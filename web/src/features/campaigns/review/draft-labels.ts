import type { CampaignDraft } from '@imperium/contract/campaigns/campaign-reports.ts'
import { skipReasons } from '@imperium/contract/contacts/reach.ts'
import { t } from '../../../lib/words.ts'
import type { StatusTone } from '../../../ui/status-dot.tsx'
import { recipientTones, recipientLabels } from '../recipient-labels.ts'

type DraftStatus = CampaignDraft['status']
export const draftLabels: Record<DraftStatus, string> = {
  waiting: t('Queued for writing'),
  writing: t('Being written'),
  written: t('Waits for review'),
  approved: t('Approved'),
  rejected: t('Rejected'),
  failed: t('Failed'),
}
const draftTones: Record<DraftStatus, StatusTone> = {
  waiting: 'idle',
  writing: 'info',
  written: 'warn',
  approved: 'ok',
  rejected: 'bad',
  failed: 'bad',
}

/** The displayed state of a draft: a suppressed recipient is skipped, as in the recipient list, not failed. */
export function draftState({ status, detail }: Pick<CampaignDraft, 'status' | 'detail'>): { tone: StatusTone; label: string } {
  if (status === 'failed' && skipReasons.some((reason) => reason === detail))
    return { tone: recipientTones.skipped, label: recipientLabels.skipped }
  return { tone: draftTones[status], label: draftLabels[status] }
}
