import type { DietPlan } from '@imperium/contract/diet-plans/diet-plan.ts'
import { formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { versionLabels } from './diet-plan-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './diet-plans.module.css'

/** Who changed what, the newest first. */
export function VersionsView({ plan: { versions } }: { plan: DietPlan }) {
  if (versions.length === 0) return <p className={styles.text}>{t('No version yet.')}</p>
  return (
    <ol className={`${styles.list} ${classes.shopping}`} aria-label={t('Versions')}>
      {versions.map(({ version, reason, day, by, createdAt }) => (
        <li key={version}>
          <span>
            {t('Version {version}', { version })} · {versionLabels[reason]}
            {day !== null && ` · ${t('Day {day}', { day })}`}
          </span>
          <span className={styles.muted}>
            {by}, {formatMoment(createdAt)}
          </span>
        </li>
      ))}
    </ol>
  )
}
