import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReferenceOperation } from '@imperium/contract/api-playground.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { collectionsQuery, removeCollectionMutation, removeRequestMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './playground.module.css'

interface CollectionsCardProps {
  operations: readonly ReferenceOperation[]
  refusal: string | undefined
  onOpenEndpoint: (operation: ReferenceOperation) => void
  onOpenSaved: (id: string) => void
  onCreate: () => void
}

/** Collections that come with the product, and those of the organization. */
export function CollectionsCard({ operations, refusal, onOpenEndpoint, onOpenSaved, onCreate }: CollectionsCardProps) {
  const mayWrite = useCan('api-playground:write')
  const { data, error, refetch } = useQuery(collectionsQuery)
  const builtIn = [
    { name: t('User Management'), requests: operations.filter(({ tag }) => tag === 'team') },
    { name: t('Agent Operations'), requests: operations.filter(({ tag }) => tag === 'agents').slice(0, 8) },
  ]
  return (
    <Card title={t('Saved Collections')}>
      {error && <ErrorState error={error} title={t('The collections could not be loaded')} onRetry={() => void refetch()} plain />}
      {builtIn.map(({ name, requests }) => (
        <details key={name} className={classes.collection}>
          <summary>{name}</summary>
          <ul className={`${styles.list} ${classes.list}`}>
            {requests.map((each) => (
              <li key={each.id}>
                <button type="button" className={classes.item} onClick={() => onOpenEndpoint(each)}>
                  <code data-method={each.method}>{each.method}</code>
                  <span className={styles.truncateGrow}>{each.summary}</span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {data?.map((each) => (
        <details key={each.id} className={classes.collection} open>
          <summary>{each.name}</summary>
          <ul className={`${styles.list} ${classes.list}`}>
            {each.requests.map(({ id, name, method }) => (
              <li key={id} className={classes.saved}>
                <button type="button" className={classes.item} onClick={() => onOpenSaved(id)}>
                  <code data-method={method}>{method}</code>
                  <span className={styles.truncateGrow}>{name}</span>
                </button>
                {mayWrite && <RemoveButton kind="request" id={id} name={name} refusal={refusal} />}
              </li>
            ))}
          </ul>
          {each.requests.length === 0 && <p className={styles.hint}>{t('No requests yet')}</p>}
          {mayWrite && <RemoveButton kind="collection" id={each.id} name={each.name} refusal={refusal} />}
        </details>
      ))}
      {mayWrite && (
        <Button variant="default" disabled={refusal !== undefined} title={refusal} onClick={onCreate}>
          {t('+ New Collection')}
        </Button>
      )}
    </Card>
  )
}

interface RemoveButtonProps {
  kind: 'request' | 'collection'
  id: string
  name: string
  refusal: string | undefined
}

function RemoveButton({ kind, id, name, refusal }: RemoveButtonProps) {
  const remove = useMutation(kind === 'request' ? removeRequestMutation : removeCollectionMutation)
  async function ask(): Promise<void> {
    const message = t('Are you sure you want to delete "{name}"? This cannot be undone.', { name })
    const title = kind === 'request' ? t('Delete request') : t('Delete collection')
    if (await confirm({ title, message, action: t('Delete') })) remove.mutate({ params: { id } })
  }
  return (
    <ActionIcon
      aria-label={t('Delete: {name}', { name })}
      disabled={refusal !== undefined || remove.isPending}
      title={refusal}
      onClick={() => void ask()}
    >
      <IconTrash size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
