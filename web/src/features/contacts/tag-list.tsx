import { t } from '../../lib/words.ts'
import styles from '../../ui/styles.module.css'
import classes from './contacts.module.css'

/** Tags as chips; of many, the first ones and how many more there are. */
export function TagList({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) {
  if (tags.length === 0) return <span className={styles.muted}>–</span>
  const hidden = tags.slice(most)
  return (
    <span className={classes.tags}>
      {tags.slice(0, most).map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
      {hidden.length > 0 && (
        <span className={styles.small} title={hidden.join(', ')}>
          {t('+{count}', { count: hidden.length })}
        </span>
      )}
    </span>
  )
}
