import { IconBook, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { KnowledgeArticle, KnowledgeOverview } from '@imperium/contract/knowledge.ts'
import { formatNumber } from '../../lib/format.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { CardSkeletons, LoadMore } from '../../ui/list/card-list.tsx'
import { ListView } from '../../ui/list/list-view.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { articlesQuery, overviewQuery } from './api.ts'
import { ArticleRow } from './article-row.tsx'
import { categoryLabels } from './knowledge-labels.ts'
import { categories } from './knowledge-search.ts'
import type { KnowledgeSearch } from './knowledge-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './knowledge.module.css'

interface ArticlesTabProps {
  search: KnowledgeSearch
  change: ChangeSearch<KnowledgeSearch>
  mayWrite: boolean
}

/** Search, categories, and the articles: featured, popular and recent ones while nothing is searched. */
export function ArticlesTab({ search, change, mayWrite }: ArticlesTabProps) {
  const list = useRows(articlesQuery(search))
  const { data: overview } = useQuery(overviewQuery)
  const isNarrowed = search.q !== undefined || search.category !== undefined || search.status !== undefined
  const open = (id: string) => change({ article: id })
  const heading = search.category ? categoryLabels[search.category] : t('All Articles')
  return (
    <div className={classes.layout}>
      <Categories overview={overview} chosen={search.category} onChoose={(category) => change({ category, article: undefined })} />
      <div className={styles.stackWide}>
        <ListView
          icon={isNarrowed ? IconSearchOff : IconBook}
          list={list}
          search={search}
          change={change}
          find={{ label: t('Search articles') }}
          {...(mayWrite
            ? {
                filters: [
                  {
                    key: 'status' as const,
                    label: t('Status'),
                    options: [
                      { value: 'PUBLISHED', label: t('Published') },
                      { value: 'DRAFT', label: t('Draft') },
                    ],
                  },
                ],
              }
            : {})}
          count={list.total === null ? '' : plural(list.total, { one: '{count} article', other: '{count} articles' })}
          failed={t('Articles could not be loaded')}
          noMatch={{ title: t('No articles found'), text: t('Try adjusting your search or filters') }}
          renderRows={({ rows, loading }) =>
            loading ? (
              <CardSkeletons size={{ heightPx: 92, widthPx: 420 }} />
            ) : (
              <section aria-label={heading}>
                <h2 className={styles.headingWide}>{heading}</h2>
                <ul className={`${styles.list} ${styles.stack8}`}>
                  {rows.map((article) => (
                    <ArticleRow key={article.id} article={article} onOpen={open} />
                  ))}
                </ul>
                <LoadMore list={list} />
              </section>
            )
          }
        >
          {!isNarrowed && overview && <Strips overview={overview} onOpen={open} />}
        </ListView>
      </div>
    </div>
  )
}

interface CategoriesProps {
  overview: KnowledgeOverview | undefined
  chosen: KnowledgeSearch['category']
  onChoose: (category: KnowledgeSearch['category']) => void
}

function Categories({ overview, chosen, onChoose }: CategoriesProps) {
  const countOf = (category: string) => overview?.counts.find((each) => each.category === category)?.count
  const entries = [
    { category: undefined, label: t('All Articles'), count: overview?.total },
    ...categories.map((category) => ({ category, label: categoryLabels[category], count: countOf(category) })),
  ]
  return (
    <nav className={classes.categories} aria-label={t('Categories')}>
      {entries.map(({ category, label, count }) => (
        <button
          key={category ?? 'all'}
          type="button"
          className={classes.category}
          aria-current={category === chosen ? 'true' : undefined}
          onClick={() => onChoose(category)}
        >
          <span className={styles.grow}>{label}</span>
          <span className={classes.count}>{count === undefined ? '' : formatNumber(count)}</span>
        </button>
      ))}
    </nav>
  )
}

interface StripsProps {
  overview: KnowledgeOverview
  onOpen: (id: string) => void
}

function Strips({ overview: { featured, popular, recent }, onOpen }: StripsProps) {
  return (
    <>
      {featured.length > 0 && (
        <section aria-label={t('Featured Articles')}>
          <h2 className={styles.headingWide}>{t('Featured Articles')}</h2>
          <div className={classes.featured}>
            {featured.map(({ id, title, excerpt, category }) => (
              <button key={id} type="button" className={classes.feature} onClick={() => onOpen(id)}>
                <span className={classes.kicker}>{categoryLabels[category]}</span>
                <span className={classes.featureTitle}>{title}</span>
                <span className={classes.excerpt}>{excerpt}</span>
              </button>
            ))}
          </div>
        </section>
      )}
      <div className={classes.pair}>
        <Card title={t('Popular Articles')}>
          <ol className={`${styles.list} ${classes.numbered}`}>
            {popular.map((article) => (
              <ShortRow key={article.id} article={article} onOpen={onOpen}>
                {plural(article.views, { one: '{count} view', other: '{count} views' })}
              </ShortRow>
            ))}
          </ol>
        </Card>
        <Card title={t('Recent Articles')}>
          <ul className={styles.list}>
            {recent.map((article) => (
              <ShortRow key={article.id} article={article} onOpen={onOpen}>
                <RelativeTime at={article.updatedAt} />
              </ShortRow>
            ))}
          </ul>
        </Card>
      </div>
    </>
  )
}

function ShortRow({
  article: { id, title },
  onOpen,
  children,
}: {
  article: KnowledgeArticle
  onOpen: StripsProps['onOpen']
  children: ReactNode
}) {
  return (
    <li className={classes.short}>
      <button type="button" className={classes.shortName} onClick={() => onOpen(id)}>
        {title}
      </button>
      <span className={styles.small}>{children}</span>
    </li>
  )
}
