import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { KnowledgePassage } from '@imperium/contract/knowledge.ts'
import { inProductNames } from '../../lib/brand/brand.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { helpQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './support.module.css'

const shownArticles = 6
const quoteLength = 120

/** The best passage of each article. */
function bestOfEach(passages: readonly KnowledgePassage[]): KnowledgePassage[] {
  const byArticle = new Map<string, KnowledgePassage>()
  for (const passage of passages) if (passage.articleId && !byArticle.has(passage.articleId)) byArticle.set(passage.articleId, passage)
  return [...byArticle.values()].slice(0, shownArticles)
}

/** Articles of the product and of the organization that answer the question, before a ticket is written. */
export function HelpResults({ q }: { q: string }) {
  const [question] = useDebouncedValue(q, 200)
  const { data, error, refetch } = useQuery({ ...helpQuery(question), placeholderData: keepPreviousData })
  const found = data && bestOfEach(data)
  return (
    <Card title={t('Answers from the help')}>
      {error && <ErrorState plain error={error} title={t('The help could not be searched')} onRetry={() => void refetch()} />}
      {!error && !found && <Skeleton height={96} radius={8} />}
      {found && found.length === 0 && <p className={styles.text}>{t('The help has no answer to this. Write a ticket.')}</p>}
      {found && found.length > 0 && (
        <ul className={`${styles.list} ${classes.results}`} aria-label={t('Answers from the help')}>
          {inProductNames(found).map(({ articleId, title, headings, passage }) => (
            <li key={articleId}>
              <OrgLink
                path={`docs?article=${articleId}&quote=${encodeURIComponent(passage.slice(0, quoteLength))}`}
                className={classes.result}
              >
                <span className={classes.resultTitle}>{title}</span>
                <span className={classes.excerpt}>
                  {headings.length > 1 && <b>{headings.at(-1)}: </b>}
                  {passage}
                </span>
              </OrgLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
