import { Fragment } from 'react'
import type { Citation } from '@imperium/contract/runs.ts'
import { t } from '../../../lib/words.ts'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

const quoteLength = 120

/** Opens the article or document at the passage. */
function pathOf({ source, id, passage, position }: Citation): string {
  const search = new URLSearchParams({ [source]: id, quote: passage.slice(0, quoteLength) })
  if (source === 'document') search.set('from', String(position))
  return `docs?${search.toString()}`
}

const marker = /(\[\d{1,3}(?:\s*,\s*\d{1,3})*\])/

/** The answer as plain text; only the numbers of its citations are links, and these are ours (SEC-44). */
export function CitedText({ text, citations }: { text: string; citations: readonly Citation[] }) {
  if (citations.length === 0) return text
  return text.split(marker).map((part, at) => {
    const numbers = at % 2 === 1 ? (part.match(/\d+/g) ?? []).map(Number) : []
    const cited = numbers.flatMap((number) => citations.find((each) => each.number === number) ?? [])
    if (cited.length === 0) return <Fragment key={at}>{part}</Fragment>
    return cited.map((citation) => (
      <OrgLink key={`${at}-${citation.number}`} path={pathOf(citation)} className={classes.marker}>
        [{citation.number}]
      </OrgLink>
    ))
  })
}

/** The passages that the answer cites. */
export function Sources({ citations }: { citations: readonly Citation[] }) {
  if (citations.length === 0) return null
  return (
    <section aria-label={t('Sources')} className={classes.cited}>
      <h3 className={styles.heading}>{t('Sources')}</h3>
      <ol className={classes.sources}>
        {citations.map((citation) => (
          <li key={citation.number} className={classes.source}>
            <span className={classes.sourceNumber}>[{citation.number}]</span>
            <span className={classes.sourceText}>
              <OrgLink path={pathOf(citation)} className="link">
                {[citation.title, ...citation.headings.slice(1)].join(' › ')}
              </OrgLink>
              <span className={classes.quote}>{citation.passage}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
