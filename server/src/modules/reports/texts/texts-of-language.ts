import type { ReportTemplate } from '../templates.ts'

export interface ReportTexts {
  templates: Readonly<Record<ReportTemplate['key'], { name: string; description: string }>>
  /** Headings of tables and facts of files. */
  table: Readonly<
    Record<
      | 'report'
      | 'metric'
      | 'value'
      | 'previous'
      | 'change'
      | 'unit'
      | 'date'
      | 'part'
      | 'period'
      | 'comparedWith'
      | 'timeZone'
      | 'asOf'
      | 'total',
      string
    >
  >
  sheets: Readonly<Record<'summary' | 'details', string>>
  units: Readonly<Record<'count' | 'percent' | 'milliseconds', string>>
  /** `{count}` */
  moreRows: string
  withheld: string
  /** `{page}`, `{pages}` */
  page: string
  allReports: string
  /** `partFailed` has `{metrics}`, `own` has `{names}`. */
  mail: Readonly<
    Record<'subject' | 'text' | 'open' | 'withheld' | 'partFailed' | 'noFile' | 'why' | 'own' | 'failedSubject' | 'failedText', string>
  >
  link: Readonly<Record<'gone' | 'expired' | 'notRun', string>>
}
