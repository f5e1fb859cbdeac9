import type { Language } from '@imperium/contract/languages.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import { wordsIn } from '../../analytics/index.ts'
import type { ReportTexts } from './texts-of-language.ts'
import { texts } from './texts.ts'

export const reportTexts: Readonly<Record<Language, ReportTexts>> & { metric(metric: MetricId, language: Language): string } = {
  ...texts,
  metric: (metric, language) => wordsIn(language).metrics[metric].label,
}

/** Puts the values in the place of `{names}`. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
