import { IconEye } from '@tabler/icons-react'
import type { KnowledgeArticle } from '@imperium/contract/knowledge.ts'
import { plural, t } from '../../lib/words.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { categoryLabels } from './knowledge-labels.ts'
import { inOwnName } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './knowledge.module.css'

/** An article in the list: name, what it is about, and its facts. */
export function ArticleRow({ article, onOpen }: { article: KnowledgeArticle; onOpen: (id: string) => void }) {
  const { id, title, excerpt, category, tags, views, updatedAt, status } = inOwnName(article)
  return (
    <li>
      <button type="button" className={classes.row} onClick={() => onOpen(id)}>
        <span className={classes.rowTitle}>
          {title}
          {status === 'DRAFT' && <StatusDot tone="idle" label={t('Draft')} />}
        </span>
        {excerpt && <span className={classes.excerpt}>{excerpt}</span>}
        <span className={`${classes.facts} ${styles.small}`}>
          <span>{categoryLabels[category]}</span>
          <RelativeTime at={updatedAt} />
          <span className={classes.views}>
            <IconEye size={14} stroke={1.7} aria-hidden />
            {plural(views, { one: '{count} view', other: '{count} views' })}
          </span>
          {tags.slice(0, 3).map((tag) => (
            <span key={tag} className={classes.tag}>
              {tag}
            </span>
          ))}
        </span>
      </button>
    </li>
  )
}
