import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { RefusedItem } from '@imperium/contract/integrations/refused-items.ts'
import type { TriggerSubscription } from '@imperium/contract/integrations.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { refusedQuery, removeRefusedMutation, startRefusedMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './integrations.module.css'

interface PanelProps {
  trigger: TriggerSubscription
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
  mayManage: boolean
  onClose: () => void
}

/** Items that a workflow refused to start with: each can be started again, or removed. */
export function RefusedPanel({ trigger: { workflowId, workflowName, dropped }, refusal, mayManage, onClose }: PanelProps) {
  const items = useQuery(refusedQuery(workflowId))
  return (
    <SidePanel opened onClose={onClose} title={t('Items that did not start {name}', { name: workflowName || t('Deleted') })}>
      <div className={styles.stack12}>
        <Notice tone="info">{t('They are kept for 30 days. What waits for a limit starts by itself when there is room again.')}</Notice>
        {dropped > 0 && (
          <Notice tone="warn">
            {plural(dropped, { one: '{count} older item is no longer kept', other: '{count} older items are no longer kept' })}
          </Notice>
        )}
        {items.isError && (
          <ErrorState plain error={items.error} title={t('The items could not be loaded')} onRetry={() => void items.refetch()} />
        )}
        {items.isPending && <Skeleton height={120} radius={12} />}
        {items.data?.length === 0 && <p className={styles.textWrap}>{t('Nothing waits here any more')}</p>}
        {items.data && items.data.length > 0 && (
          <ul className={classes.tools} aria-label={t('Refused items')}>
            {items.data.map((item) => (
              <li key={item.id} className={classes.tool}>
                <Item {...{ item, workflowId, refusal, mayManage }} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </SidePanel>
  )
}

type ItemProps = Pick<PanelProps, 'refusal' | 'mayManage'> & { item: RefusedItem; workflowId: string }

function Item({ item, workflowId, refusal, mayManage }: ItemProps) {
  const { id, itemId, reason, reasonKey, isShortened, refusedAt, retryAt } = item
  const start = useMutation(startRefusedMutation)
  const remove = useMutation(removeRefusedMutation)
  const params = { workflowId, id }
  const isOff = refusal !== undefined || start.isPending || remove.isPending
  async function removeIt(): Promise<void> {
    const isSure = await confirm({
      title: t('Remove {name}', { name: itemId }),
      message: t('This item will not start the workflow any more.'),
      action: t('Remove'),
    })
    if (isSure) remove.mutate({ params })
  }
  return (
    <>
      <h3 className={classes.toolName}>{itemId}</h3>
      <span className={`${styles.textWrap} ${classes.error}`}>{translateMessage({ message: reason, ...reasonKey })}</span>
      {isShortened && <span className={styles.textWrap}>{t('Its long texts and lists are cut, so that it can start the workflow.')}</span>}
      <span className={styles.textWrap}>
        <RelativeTime at={refusedAt} />
        {retryAt !== null && (
          <>
            {' '}
            · {t('next try')} <RelativeTime at={retryAt} />
          </>
        )}
      </span>
      {mayManage && (
        <div className={styles.wrapped}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isOff}
            title={refusal}
            onClick={() => start.mutate({ params })}
            aria-label={t('Start with {name}', { name: itemId })}
          >
            {t('Start now')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={isOff}
            title={refusal}
            onClick={() => void removeIt()}
            aria-label={t('Remove {name}', { name: itemId })}
          >
            {t('Remove')}
          </Button>
        </div>
      )}
    </>
  )
}
