import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconUserPlus, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type { HierarchyNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { Assignment } from '@imperium/contract/hierarchy/rights.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { contentsQuery, unassignMutation } from './api.ts'
import { describeAssignment } from './hierarchy-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './hierarchy.module.css'

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }))

/** The people with a role on the node, and how much belongs to it. */
export function NodeContentsView({ node, refusal }: { node: HierarchyNode; refusal: string | undefined }) {
  const contents = useQuery(contentsQuery(node.id))
  const mayAssign = useCan('rights:manage')
  const [assigning, setAssigning] = useState(false)
  if (contents.error)
    return <ErrorState plain error={contents.error} title={t('The node could not be loaded')} onRetry={() => void contents.refetch()} />
  if (!contents.data) return <Skeleton height={120} radius={8} aria-busy />
  const { people, contacts, agents, campaigns, workflows, records } = contents.data
  return (
    <>
      <section aria-label={t('Members')} className={styles.stack8}>
        <div className={styles.between}>
          <h3 className={classes.subtitle}>{t('Members')}</h3>
          {mayAssign && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconUserPlus size={15} stroke={1.7} aria-hidden />}
              onClick={() => setAssigning(true)}
              disabled={refusal !== undefined}
              title={refusal}
            >
              {t('Add member')}
            </Button>
          )}
        </div>
        {people.length === 0 && <p className={styles.text}>{t('No member has a role on this node.')}</p>}
        <ul className={styles.list}>
          {people.map((person) => (
            <Person key={person.id} person={person} mayEnd={mayAssign && refusal === undefined} />
          ))}
        </ul>
      </section>
      <section aria-label={t('Belongs to this node')} className={styles.stack8}>
        <h3 className={classes.subtitle}>{t('Belongs to this node')}</h3>
        <FactList
          facts={[
            [t('Contacts'), formatNumber(contacts)],
            [t('Agents'), formatNumber(agents)],
            [t('Campaigns'), formatNumber(campaigns)],
            [t('Workflows'), formatNumber(workflows)],
            [t('Records'), formatNumber(records)],
          ]}
        />
      </section>
      {assigning && (
        <Suspense fallback={null}>
          <AssignDialog node={node} onClose={() => setAssigning(false)} />
        </Suspense>
      )}
    </>
  )
}

function Person({ person, mayEnd }: { person: Assignment; mayEnd: boolean }) {
  const end = useMutation(unassignMutation)
  const name = person.userName || t('Inactive member')
  async function askToEnd(): Promise<void> {
    const message = t('{name} loses what this role gives at once.', { name })
    if (await confirm({ title: t('End role'), message, action: t('End role') })) end.mutate({ params: { id: person.id } })
  }
  return (
    <li className={classes.person}>
      <span className={styles.truncateGrow}>
        {name}
        <span className={styles.small}> · {describeAssignment(person)}</span>
      </span>
      {mayEnd && (
        <ActionIcon aria-label={t('End role: {name}', { name })} disabled={end.isPending} onClick={() => void askToEnd()}>
          <IconX size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
