import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArticleVersion, KnowledgeArticleDetail } from '@imperium/contract/knowledge.ts'
import { t } from '../../lib/words.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { CardSkeletons } from '../../ui/list/card-list.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { Markdown } from '../../ui/text/lazy-markdown.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { restoreMutation, versionsQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './knowledge.module.css'

interface ArticleVersionsProps {
  article: KnowledgeArticleDetail
  refusal: string | undefined
  onClose: () => void
}

/** The versions of an article, the latest first. A restored one becomes the newest draft; readers see it after it is published. */
export function ArticleVersions({ article, refusal, onClose }: ArticleVersionsProps) {
  const { data, error, isPending, refetch } = useQuery(versionsQuery(article.id))
  return (
    <SidePanel opened onClose={onClose} title={t('Versions')} subtitle={article.title} width={640}>
      {error && <ErrorState plain error={error} title={t('Versions could not be loaded')} onRetry={() => void refetch()} />}
      {isPending && <CardSkeletons size={{ heightPx: 60, widthPx: 420 }} />}
      <ol className={`${styles.list} ${styles.stack8}`} aria-label={t('Versions')}>
        {data?.map((version) => (
          <VersionRow key={version.version} version={version} article={article} refusal={refusal} onClose={onClose} />
        ))}
      </ol>
    </SidePanel>
  )
}

function VersionRow({ version, article, refusal, onClose }: ArticleVersionsProps & { version: ArticleVersion }) {
  const { version: number, title, excerpt, body, isPublished, createdAt } = version
  const [opened, setOpened] = useState(false)
  const restore = useMutation(restoreMutation)
  const isNewest = number === article.version
  return (
    <li className={classes.version}>
      <div className={classes.versionHead}>
        <span className={classes.itemText}>
          <span className={classes.rowTitle}>
            {t('Version {version}', { version: number })}
            {isPublished && <StatusDot tone="ok" label={t('Published')} />}
          </span>
          <span className={`${classes.facts} ${styles.small}`}>
            <span>{title}</span>
            <RelativeTime at={createdAt} />
          </span>
        </span>
        <Button size="xs" variant="subtle" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? t('Hide') : t('Show')}
        </Button>
        {!isNewest && (
          <Button
            size="xs"
            variant="default"
            disabled={refusal !== undefined || restore.isPending}
            title={refusal}
            onClick={() =>
              restore.mutate(
                { params: { id: article.id }, body: { title, excerpt, body, updatedAt: article.updatedAt } },
                { onSuccess: onClose },
              )
            }
          >
            {t('Restore')}
          </Button>
        )}
      </div>
      {opened && <Markdown text={body} />}
    </li>
  )
}
