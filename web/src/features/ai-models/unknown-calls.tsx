import { useQuery } from '@tanstack/react-query'
import { formatMicros, formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { unknownCallsQuery } from './api.ts'
import classes from './ai-models.module.css'

/** Calls that are charged as reserved, because no answer came and the provider may bill them. Nothing where there are none. */
export function UnknownCalls() {
  const calls = useQuery(unknownCallsQuery).data ?? []
  if (calls.length === 0) return null
  return (
    <section aria-label={t('Calls of unknown outcome')}>
      <h2>{t('Calls of unknown outcome')}</h2>
      <p className={classes.note}>
        {t(
          'These calls were sent and got no answer. The provider may bill them, so they count in full; its own figures replace that when they arrive.',
        )}
      </p>
      <ul>
        {calls.map(({ id, model, sentAt, costMicros }) => (
          <li key={id} className="tnum">
            {t('{model}, {time}: {cost}', { model, time: formatMoment(sentAt), cost: formatMicros(costMicros) })}
          </li>
        ))}
      </ul>
    </section>
  )
}
