import { ActionIcon, Button } from '@mantine/core'
import { IconEdit, IconPlus, IconShieldCheck, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import type { Assignment, PermissionSet } from '@imperium/contract/hierarchy/rights.ts'
import { changeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { assignmentsQuery, permissionSetsQuery, removeSetMutation, unassignMutation } from './api.ts'
import { describeAssignment } from './hierarchy-labels.ts'
import type { RightsSearch } from './rights-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './hierarchy.module.css'

const PermissionSetDialog = lazy(async () => ({ default: (await import('./permission-set-dialog.tsx')).PermissionSetDialog }))
const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }))
const route = getRouteApi('/org/$orgSlug/settings/rights')

/** /org/{slug}/settings/rights: permission sets, and who has which right besides the role. */
export function RightsPage() {
  const search = route.useSearch()
  const change = changeSearch<RightsSearch>(route.useNavigate())
  const refusal = useGate('rights:manage')
  const sets = useQuery(permissionSetsQuery)
  const edited = sets.data?.rows.find(({ id }) => id === search.edit)
  const open = search.create ? 'create' : (edited?.id ?? (search.assign ? 'assign' : ''))
  const close = () => change({ create: undefined, edit: undefined, assign: undefined }, true)
  return (
    <Page
      title={t('Rights')}
      subtitle={t('What is added to the roles of members: for the whole organization here, for a part of it in the hierarchy.')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            onClick={() => change({ create: true })}
            disabled={refusal !== undefined}
            title={refusal}
          >
            {t('Create permission set')}
          </Button>
          <Button
            leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden />}
            onClick={() => change({ assign: true })}
            disabled={refusal !== undefined}
            title={refusal}
          >
            {t('Give a right')}
          </Button>
        </>
      }
    >
      <Card title={t('Permission sets')}>
        {sets.error && (
          <ErrorState plain error={sets.error} title={t('Permission sets could not be loaded')} onRetry={() => void sets.refetch()} />
        )}
        {sets.data?.rows.length === 0 && (
          <EmptyState
            plain
            icon={IconShieldCheck}
            title={t('No permission sets yet')}
            text={t('A permission set names permissions that you can give to members besides their role.')}
          />
        )}
        <ul className={styles.list}>
          {sets.data?.rows.map((set) => (
            <SetRow key={set.id} set={set} refusal={refusal} onEdit={() => change({ edit: set.id })} />
          ))}
        </ul>
      </Card>
      <AssignmentsCard refusal={refusal} />
      <Overlays open={refusal === undefined ? open : ''}>
        {(search.create || edited) && <PermissionSetDialog key={open} editing={edited ?? null} onClose={close} />}
        {search.assign && <AssignDialog node={null} onClose={close} />}
      </Overlays>
    </Page>
  )
}

function SetRow({ set, refusal, onEdit }: { set: PermissionSet; refusal: string | undefined; onEdit: () => void }) {
  const remove = useMutation(removeSetMutation)
  async function askToDelete(): Promise<void> {
    const message = t('Are you sure you want to delete "{name}"? This cannot be undone.', { name: set.name })
    if (await confirm({ title: t('Delete permission set'), message, action: t('Delete') })) remove.mutate({ params: { id: set.id } })
  }
  return (
    <li className={classes.person}>
      <span className={styles.truncateGrow}>
        {set.name}
        <span className={styles.small}>
          {' · '}
          {plural(set.permissions.length, { one: '{count} permission', other: '{count} permissions' })}
          {' · '}
          {plural(set.assignmentCount, { one: 'given {count} time', other: 'given {count} times' })}
        </span>
      </span>
      <ActionIcon aria-label={t('Edit: {name}', { name: set.name })} disabled={refusal !== undefined} title={refusal} onClick={onEdit}>
        <IconEdit size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={t('Delete: {name}', { name: set.name })}
        disabled={refusal !== undefined || remove.isPending}
        title={refusal}
        onClick={() => void askToDelete()}
      >
        <IconTrash size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function AssignmentsCard({ refusal }: { refusal: string | undefined }) {
  const list = useInfiniteQuery(assignmentsQuery)
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Card title={t('Given rights')}>
      {list.error && (
        <ErrorState plain error={list.error} title={t('Given rights could not be loaded')} onRetry={() => void list.refetch()} />
      )}
      {list.data && rows.length === 0 && <p className={styles.text}>{t('No member has a right besides the role.')}</p>}
      <ul className={styles.list}>
        {rows.map((assignment) => (
          <AssignmentRow key={assignment.id} assignment={assignment} refusal={refusal} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" onClick={() => void list.fetchNextPage()} disabled={list.isFetchingNextPage}>
          {t('Load more')}
        </Button>
      )}
    </Card>
  )
}

function AssignmentRow({ assignment, refusal }: { assignment: Assignment; refusal: string | undefined }) {
  const end = useMutation(unassignMutation)
  const name = assignment.userName || t('Inactive member')
  async function askToEnd(): Promise<void> {
    const message = t('{name} loses what this right gives at once.', { name })
    if (await confirm({ title: t('End right'), message, action: t('End right') })) end.mutate({ params: { id: assignment.id } })
  }
  return (
    <li className={classes.person}>
      <span className={styles.truncateGrow}>
        {name}
        <span className={styles.small}>
          {' · '}
          {describeAssignment(assignment)}
          {' · '}
          {assignment.nodeName ?? t('Whole organization')}
        </span>
      </span>
      <ActionIcon
        aria-label={t('End right: {name}', { name })}
        disabled={refusal !== undefined || end.isPending}
        title={refusal}
        onClick={() => void askToEnd()}
      >
        <IconTrash size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  )
}
