import type { Ticket } from '@imperium/contract/support.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const categoryLabels: Record<Ticket['category'], string> = {
  question: t('Question'),
  problem: t('Problem'),
  billing: t('Billing'),
  account: t('Account and access'),
  idea: t('Idea'),
}

export const statusLabels: Record<Ticket['status'], string> = {
  open: t('Open'),
  answered: t('Answered'),
  closed: t('Closed'),
}

export const statusTones: Record<Ticket['status'], StatusTone> = { open: 'info', answered: 'ok', closed: 'idle' }
