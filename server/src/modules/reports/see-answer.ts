import type { MetricAnswer } from '@imperium/contract/analytics/analytics.ts'
import { factsOf, splitOf } from '@imperium/contract/analytics/metrics.ts'
import { splitPermissions } from '@imperium/contract/analytics/splits.ts'
import type { Grouping, MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import { holds } from '../../platform/auth/rights.ts'
import type { Rights } from '../../platform/auth/rights.ts'
import { wordsIn } from '../analytics/index.ts'

/** Who reads figures: what they may see, and their language. */
export interface Reader {
  may: (permission: Permission) => boolean
  language: Language
}

/** A person who is not asked now: a recipient of a mail, or anyone with a link, who sees what a viewer may see. */
export const readerOf = (rights: Rights, language: Language): Reader => ({ may: (permission) => holds(rights, permission), language })

function maySee({ may }: Pick<Reader, 'may'>, metric: MetricId, groupBy: Grouping): boolean {
  const split = splitOf(metric, groupBy)
  const named = split !== null && split in splitPermissions ? splitPermissions[split as keyof typeof splitPermissions] : null
  return may(factsOf(metric).permission) && (named === null || may(named))
}

/** What a reader sees of figures that hold all metrics: the others are named as withheld, and words are in the reader's language. */
export function seeAnswer(
  answer: MetricAnswer,
  { metrics, groupBy }: { metrics: readonly MetricId[]; groupBy: Grouping },
  reader: Reader,
): MetricAnswer {
  const words = wordsIn(reader.language)
  // A metric without a value has no result, and a run may hold metrics that the report has no longer.
  const asked = new Set([...metrics, ...answer.results.map(({ metric }) => metric)])
  const hidden = [...asked].filter((metric) => !maySee(reader, metric, groupBy))
  return {
    ...answer,
    results: answer.results
      .filter(({ metric }) => !hidden.includes(metric))
      .map((result) => ({
        ...result,
        label: words.metrics[result.metric].label,
        rows: result.rows.map((row) => ({ ...row, label: words.part(splitOf(result.metric, groupBy) ?? '', row.key) ?? row.label })),
      })),
    withheld: [...new Set([...answer.withheld, ...hidden])],
  }
}
