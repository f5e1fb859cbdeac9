import type { ArticleVisibility } from '@imperium/contract/knowledge.ts'
import { t } from '../../lib/words.ts'
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
