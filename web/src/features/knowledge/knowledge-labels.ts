import type { ArticleVisibility, KnowledgeDocument } from '@imperium/contract/knowledge.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'
import type { Category } from './knowledge-search.ts'

export const categoryLabels: Record<Category, string> = {
  'getting-started': t('Getting Started'),
  'api-reference': t('API Reference'),
  guides: t('Guides'),
  faqs: t('FAQs'),
  troubleshooting: t('Troubleshooting'),
}

export const visibilityLabels: Record<ArticleVisibility, string> = {
  organization: t('Everyone in the organization'),
  roles: t('Chosen roles'),
  agents: t('AI agents only'),
  public: t('Public'),
}

export const statusLabels: Record<KnowledgeDocument['status'], string> = {
  queued: t('Waiting'),
  processing: t('Being read'),
  ready: t('Ready'),
  failed: t('Failed'),
}

export const statusTones: Record<KnowledgeDocument['status'], StatusTone> = {
  queued: 'idle',
  processing: 'info',
  ready: 'ok',
  failed: 'bad',
}
