import styles from '../../../ui/styles.module.css'
import { IndexCard } from './index-card.tsx'
import { TestQuestions } from './test-questions.tsx'
import { TrySearch } from './try-search.tsx'

/** How the knowledge base is searched, a question to try it with, and those that judge a change. */
export function SearchTab() {
  return (
    <div className={styles.stackWide}>
      <IndexCard />
      <TrySearch />
      <TestQuestions />
    </div>
  )
}
