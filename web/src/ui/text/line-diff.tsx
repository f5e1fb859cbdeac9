import { t } from '../../lib/words.ts'
import { diffLines } from './diff-lines.ts'
import type { DiffLine } from './diff-lines.ts'
import styles from '../styles.module.css'
import classes from './line-diff.module.css'

const marks: Record<DiffLine['kind'], string> = { same: ' ', added: '+', removed: '-' }
const kindLabels: Record<DiffLine['kind'], string> = { same: '', added: t('Added'), removed: t('Removed') }

/** A text that is not there has no line, not an empty one. */
const linesOf = (before: string, after: string): DiffLine[] =>
  diffLines(before, after).filter(({ kind }) => !(kind === 'removed' && before === '') && !(kind === 'added' && after === ''))

/** Two texts line by line: what stayed, what was removed and what was added. */
export function LineDiff({ before, after, label }: { before: string; after: string; label: string }) {
  return (
    <pre className={classes.diff} tabIndex={0} role="region" aria-label={label}>
      {linesOf(before, after).map(({ kind, text }, at) => (
        // Lines have no identity: the whole comparison is drawn anew.
        <span key={at} className={classes.line} data-kind={kind}>
          <span aria-hidden>{marks[kind]} </span>
          {kindLabels[kind] && <span className={styles.srOnly}>{kindLabels[kind]}: </span>}
          {text}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
