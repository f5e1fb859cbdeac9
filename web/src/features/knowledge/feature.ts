import { IconArticle, IconBook } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    { label: t('Knowledge Base'), path: 'docs', icon: IconBook, permission: 'knowledge:read', keys: 'g b', group: 'help', order: 10 },
  ],
  creations: [
    {
      id: 'article.create',
      label: t('Article'),
      command: t('Write an article'),
      icon: IconArticle,
      path: 'docs?create=true',
      permission: 'knowledge:write',
      order: 80,
    },
  ],
  searchIcons: { article: IconArticle },
}
