import type { KnowledgeSource } from '@imperium/contract/knowledge/knowledge-sources.ts'
import { t } from '../../../lib/words.ts'
import type { StatusTone } from '../../../ui/status-dot.tsx'

export const scheduleLabels: Record<KnowledgeSource['schedule'], string> = {
  daily: t('Daily'),
  weekly: t('Weekly'),
  manual: t('Only when asked'),
}

export const sourceStatusLabels: Record<KnowledgeSource['status'], string> = {
  queued: t('Waiting'),
  syncing: t('Being read'),
  ready: t('Ready'),
  failed: t('Failed'),
}

export const sourceStatusTones: Record<KnowledgeSource['status'], StatusTone> = {
  queued: 'idle',
  syncing: 'info',
  ready: 'ok',
  failed: 'bad',
}
