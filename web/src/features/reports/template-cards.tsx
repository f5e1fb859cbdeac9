import type { Report } from '@imperium/contract/reports/reports.ts'
import { t } from '../../lib/words.ts'
import { chartLabels, typeLabels } from './report-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './reports.module.css'

/** Templates of the product; each opens its report. */
export function TemplateCards({ templates, onOpen }: { templates: readonly Report[]; onOpen: (report: Report) => void }) {
  return (
    <ul className={classes.templates}>
      {templates.map((report) => (
        <li key={report.id}>
          <button type="button" className={classes.template} onClick={() => onOpen(report)}>
            <span className={classes.templateName}>{report.name}</span>
            <span className={styles.hint}>{report.description}</span>
            <span className={styles.small}>
              {t('{type}, {chart}', { type: typeLabels[report.type], chart: chartLabels[report.chartType] })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
