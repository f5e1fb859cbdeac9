import styles from '../../../ui/styles.module.css'
import { IndexCard } from './index-card.tsx'
import { TrySearch } from './try-search.tsx'

/** How the knowledge base is searched, and a question to try it with. */
export function SearchTab() {
  return (
    <div className={styles.stackWide}>
      <IndexCard />
      <TrySearch />
    </div>
  )
}
