import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { TriggerSubscription } from '@imperium/contract/integrations.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { triggersQuery } from './api.ts'
import type { CardsProps } from './integration-cards.tsx'
import type { IntegrationsSearch } from './integrations-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './integrations.module.css'

const RefusedPanel = lazy(async () => ({ default: (await import('./refused-panel.tsx')).RefusedPanel }))

type ListProps = Pick<CardsProps, 'change' | 'refusal' | 'mayManage'> & { search: IntegrationsSearch }

/** The triggers that start workflows, and why one does not work. */
export function TriggerList({ search, change, refusal, mayManage }: ListProps) {
  const { data, error, refetch } = useQuery(triggersQuery)
  if (data?.length === 0) return null
  const opened = data?.find(({ workflowId }) => workflowId === search.refused)
  return (
    <section className={styles.stack12}>
      <h2 className={classes.heading}>{t('Triggers of workflows')}</h2>
      {error && !data && <ErrorState plain error={error} title={t('The triggers could not be loaded')} onRetry={() => void refetch()} />}
      {data && (
        <ul className={`${styles.list} ${styles.stack10}`} aria-label={t('Triggers of workflows')}>
          {data.map((trigger) => (
            <TriggerRow key={trigger.workflowId} trigger={trigger} onOpen={() => change({ refused: trigger.workflowId })} />
          ))}
        </ul>
      )}
      <Overlays open={opened?.workflowId ?? ''}>
        {opened && (
          <RefusedPanel
            key={opened.workflowId}
            trigger={opened}
            onClose={() => change({ refused: undefined }, true)}
            {...{ refusal, mayManage }}
          />
        )}
      </Overlays>
    </section>
  )
}

function TriggerRow({
  trigger: { workflowId, workflowName, connectionName, title, error, errorKey, failures, lastReadAt, nextAt, refused, dropped },
  onOpen,
}: RowProps) {
  return (
    <li className={`${styles.rowTop} ${classes.url}`}>
      <div className={classes.words}>
        <OrgLink path={`workflows/${workflowId}`} className={classes.connectionName}>
          {workflowName || t('Deleted')}
        </OrgLink>
        <span className={styles.textWrap}>
          {connectionName}: {title} ·{' '}
          {lastReadAt === null ? (
            t('Nothing was received yet')
          ) : (
            <>
              {t('Last received')} <RelativeTime at={lastReadAt} />
            </>
          )}
        </span>
        {error !== null && (
          <span className={`${styles.textWrap} ${classes.error}`}>
            {translateMessage({ message: error, ...errorKey })}
            {/* Without failures it is the refusal of a workflow to start: the service was read. */}
            {failures > 0 && (
              <>
                {' '}
                ({plural(failures, { one: '{count} failure in a row', other: '{count} failures in a row' })}
                {nextAt !== null && (
                  <>
                    , {t('next try')} <RelativeTime at={nextAt} />
                  </>
                )}
                )
              </>
            )}
          </span>
        )}
      </div>
      {refused + dropped > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={onOpen}
          aria-label={t('Items that did not start {name}', { name: workflowName })}
        >
          {plural(refused + dropped, { one: '{count} item did not start', other: '{count} items did not start' })}
        </Button>
      )}
    </li>
  )
}

interface RowProps {
  trigger: TriggerSubscription
  onOpen: () => void
}
