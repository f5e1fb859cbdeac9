import type { Language } from '@imperium/contract/languages.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import { wordsIn } from '../../analytics/index.ts'
import type { ReportTemplate } from '../templates.ts'
import { texts } from './texts.ts'

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
  mail: Readonly<Record<'subject' | 'text' | 'open' | 'withheld' | 'partFailed' | 'why' | 'own' | 'failedSubject' | 'failedText', string>>
  link: Readonly<Record<'gone' | 'expired' | 'notRun', string>>
}

export const reportTexts: Readonly<Record<Language, ReportTexts>> & { metric(metric: MetricId, language: Language): string } = {
  ...texts,
  metric: (metric, language) => wordsIn(language).metrics[metric].label,
}

/** Puts the values in the place of `{names}`. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
