import { Button, Menu } from '@mantine/core'
import { IconChevronRight, IconDots, IconEdit } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import type { KnowledgeArticleDetail } from '@imperium/contract/knowledge.ts'
import { formatDate } from '../../lib/format.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { QueryPage } from '../../ui/page/detail-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { articleQuery, rateMutation, removeMutation, statusMutation, viewMutation } from './api.ts'
import { Markdown } from '../../ui/text/lazy-markdown.tsx'
import { categoryLabels, visibilityLabels } from './knowledge-labels.ts'
import type { KnowledgeSearch } from './knowledge-search.ts'
import { useQuote } from './use-quote.ts'
import styles from '../../ui/styles.module.css'
import classes from './knowledge.module.css'

const ArticleVersions = lazy(async () => ({ default: (await import('./article-versions.tsx')).ArticleVersions }))

interface ArticlePageProps {
  id: string
  /** The start of a passage to show. */
  quote: string | undefined
  change: ChangeSearch<KnowledgeSearch>
  /** Why nothing can be written now. */
  refusal: string | undefined
  mayWrite: boolean
}

/** One article. Opening it is counted once for each person. */
export function ArticlePage({ id, ...rest }: ArticlePageProps) {
  const article = useQuery(articleQuery(id))
  const { mutate } = useMutation(viewMutation)
  const isLoaded = article.isSuccess
  useEffect(() => {
    if (isLoaded) mutate({ params: { id } })
  }, [isLoaded, id, mutate])
  return (
    <QueryPage query={article} title={t('Knowledge Base')} failed={t('The article could not be loaded')}>
      {(data) => <Article article={data} {...rest} />}
    </QueryPage>
  )
}

function Article({ article, quote, change, refusal, mayWrite }: Omit<ArticlePageProps, 'id'> & { article: KnowledgeArticleDetail }) {
  const { title, category, tags, views, updatedAt, body, status, hasDraft, visibility, source, related } = article
  const isOwn = source === 'organization'
  const reading = useQuote(quote)
  const [withVersions, setWithVersions] = useState(false)
  return (
    <Page
      title={title}
      subtitle={
        <span className={classes.facts}>
          {isOwn && (
            <StatusDot tone={status === 'PUBLISHED' ? 'ok' : 'idle'} label={status === 'PUBLISHED' ? t('Published') : t('Draft')} />
          )}
          {hasDraft && <span>{t('Has changes that are not published')}</span>}
          <span>{t('Last updated {date}', { date: formatDate(updatedAt) })}</span>
          <span>{plural(views, { one: '{count} view', other: '{count} views' })}</span>
          {isOwn && mayWrite && <span>{visibilityLabels[visibility]}</span>}
        </span>
      }
      actions={
        isOwn && mayWrite && <Actions article={article} change={change} refusal={refusal} onVersions={() => setWithVersions(true)} />
      }
    >
      <nav className={classes.crumbs} aria-label={t('Article')}>
        <button type="button" className={classes.crumb} onClick={() => change({ article: undefined, category: undefined })}>
          {t('Knowledge Base')}
        </button>
        <IconChevronRight size={13} stroke={1.7} aria-hidden />
        <button type="button" className={classes.crumb} onClick={() => change({ article: undefined, category })}>
          {categoryLabels[category]}
        </button>
      </nav>
      <div className={classes.reading}>
        <article className={classes.body} ref={reading}>
          <Markdown text={body} />
          {tags.length > 0 && (
            <ul className={`${styles.list} ${styles.row}`} aria-label={t('Tags')}>
              {tags.map((tag) => (
                <li key={tag} className={classes.tag}>
                  {tag}
                </li>
              ))}
            </ul>
          )}
          <Feedback article={article} />
        </article>
        {related.length > 0 && (
          <Card title={t('Related Articles')} className={classes.related}>
            <ul className={styles.list}>
              {related.map((each) => (
                <li key={each.id} className={classes.short}>
                  <button type="button" className={classes.shortName} onClick={() => change({ article: each.id })}>
                    {each.title}
                  </button>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <Overlays open={withVersions ? 'versions' : ''}>
        {withVersions && <ArticleVersions article={article} refusal={refusal} onClose={() => setWithVersions(false)} />}
      </Overlays>
    </Page>
  )
}

interface ActionsProps extends Pick<ArticlePageProps, 'change' | 'refusal'> {
  article: KnowledgeArticleDetail
  onVersions: () => void
}

function Actions({ article, change, refusal, onVersions }: ActionsProps) {
  const { id, title, status, hasDraft, updatedAt } = article
  const save = useMutation(statusMutation)
  const remove = useMutation(removeMutation)
  const isOff = refusal !== undefined || save.isPending || remove.isPending
  const isPublished = status === 'PUBLISHED' && !hasDraft
  async function askToDelete(): Promise<void> {
    const message = t('Are you sure you want to delete "{name}"? This cannot be undone.', { name: title })
    if (!(await confirm({ title: t('Delete article'), message, action: t('Delete') }))) return
    remove.mutate({ params: { id } }, { onSuccess: () => change({ article: undefined }, true) })
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px={9} aria-label={t('More actions')} disabled={isOff} title={refusal}>
            <IconDots size={16} stroke={1.8} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onVersions}>{t('Versions')}</Menu.Item>
          {status === 'PUBLISHED' && (
            <Menu.Item onClick={() => save.mutate({ params: { id }, body: { status: 'DRAFT', updatedAt } })}>{t('Unpublish')}</Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => void askToDelete()}>
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        variant={isPublished ? 'filled' : 'default'}
        leftSection={<IconEdit size={16} stroke={1.8} aria-hidden />}
        disabled={isOff}
        title={refusal}
        onClick={() => change({ edit: true })}
      >
        {t('Edit')}
      </Button>
      {!isPublished && (
        <Button disabled={isOff} title={refusal} onClick={() => save.mutate({ params: { id }, body: { status: 'PUBLISHED', updatedAt } })}>
          {t('Publish')}
        </Button>
      )}
    </>
  )
}

function Feedback({ article: { id, isHelpful } }: { article: KnowledgeArticleDetail }) {
  const rate = useMutation(rateMutation)
  const sendFeedback = (helpful: boolean) => rate.mutate({ params: { id }, body: { helpful } })
  return (
    <div className={classes.feedback}>
      <span className={classes.question}>{t('Was this article helpful?')}</span>
      <div className={styles.row}>
        {([true, false] as const).map((helpful) => (
          <Button
            key={String(helpful)}
            size="xs"
            variant={isHelpful === helpful ? 'light' : 'default'}
            aria-pressed={isHelpful === helpful}
            disabled={rate.isPending}
            onClick={() => sendFeedback(helpful)}
          >
            {helpful ? t('Yes, helpful') : t('No, not helpful')}
          </Button>
        ))}
      </div>
      {isHelpful !== null && (
        <span className={styles.small} role="status">
          {t('Thank you for your feedback!')}
        </span>
      )}
    </div>
  )
}
