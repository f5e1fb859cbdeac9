import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconEdit, IconLock, IconLockCode, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { workflowCredentials } from '@imperium/contract/workflows/workflow-credentials.ts'
import type { Credential } from '@imperium/contract/workflows/workflow-credentials.ts'
import { keyOf, mutation } from '../../../lib/api.ts'
import { roleLabels } from '../../../lib/enum-labels.ts'
import { useCan, useOrganization } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { LoadMore } from '../../../ui/list/card-list.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { credentialsQuery } from '../api.ts'
import { kindLabels } from './credential-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from './credentials.module.css'

const CredentialDialog = lazy(async () => ({ default: (await import('./credential-dialog.tsx')).CredentialDialog }))
const route = getRouteApi('/org/$orgSlug/settings/credentials')

const removeMutation = mutation(workflowCredentials.remove, {
  success: t('Credential deleted'),
  failure: t('The credential could not be deleted'),
  invalidates: [keyOf(workflowCredentials.list)],
})

/** /org/{slug}/settings/credentials: secrets of HTTP steps, and their allowed hosts. */
export function CredentialsPage() {
  const { create, edit } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (search: { create?: true; edit?: string }) => void navigate({ search, resetScroll: false })
  const mayManage = useCan('credentials:manage')
  const list = useRows(credentialsQuery)
  const { rows } = list
  const editing = rows.find(({ id }) => id === edit) ?? null
  const isOpen = mayManage && (create === true || editing !== null)
  return (
    <Page
      title={t('Credentials')}
      subtitle={t('Secrets that HTTP steps of workflows send. Each is only sent to its own hosts and never shown again.')}
      actions={
        mayManage && (
          <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => show({ create: true })}>
            {t('Add credential')}
          </Button>
        )
      }
    >
      {!mayManage && <ManagersOnly />}
      {list.error && <ErrorState error={list.error} title={t('Credentials could not be loaded')} onRetry={list.retry} />}
      {list.table.loading && <Skeleton height={220} radius={12} />}
      {list.isEmpty && (
        <EmptyState
          icon={IconLockCode}
          title={t('No credentials yet')}
          text={t('A credential stores a key or password of another service, so that workflows do not contain it.')}
          action={
            mayManage && (
              <Button variant="default" onClick={() => show({ create: true })}>
                {t('Add your first credential')}
              </Button>
            )
          }
        />
      )}
      {rows.length > 0 && (
        <ul className={classes.list} aria-label={t('Credentials')}>
          {rows.map((credential) => (
            <li key={credential.id} className={classes.item}>
              <CredentialRow credential={credential} mayManage={mayManage} onEdit={() => show({ edit: credential.id })} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
      <Overlays open={isOpen ? (editing?.id ?? 'create') : ''}>
        {isOpen && <CredentialDialog key={editing?.id ?? ''} credential={editing} onClose={() => show({})} />}
      </Overlays>
    </Page>
  )
}

function ManagersOnly() {
  const { role } = useOrganization()
  return (
    <p className={classes.note}>
      <IconLock size={15} stroke={1.7} aria-hidden />
      {t('Only owners and administrators can change credentials. Your role is {role}.', { role: roleLabels[role] })}
    </p>
  )
}

interface CredentialRowProps {
  credential: Credential
  mayManage: boolean
  onEdit: () => void
}

function CredentialRow({ credential, mayManage, onEdit }: CredentialRowProps) {
  const { id, name, kind, field, preview, hosts, usedBy, createdBy, lastUsedAt } = credential
  const remove = useMutation(removeMutation)
  async function ask(): Promise<void> {
    const message = t('Are you sure you want to delete the credential "{name}"?', { name })
    if (await confirm({ title: t('Delete credential'), message, action: t('Delete') })) remove.mutate({ params: { id } })
  }
  return (
    <>
      <div className={styles.grow}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>
          {field ? `${kindLabels[kind]} · ${field}` : kindLabels[kind]} · <code className={classes.code}>{preview}</code>
        </span>
        <span className={classes.about}>{t('Only to {hosts}', { hosts: hosts.join(', ') })}</span>
        <span className={classes.about}>
          {t('By {name}', { name: createdBy })} · {lastUsedAt && `${t('last used')} `}
          <RelativeTime at={lastUsedAt} empty={t('Never used')} />
        </span>
        {usedBy.length > 0 && (
          <span className={classes.uses}>
            {t('Used by')}
            {usedBy.map((workflow) => (
              <OrgLink key={workflow.id} path={`workflows/${workflow.id}`} className={classes.link}>
                {workflow.name}
              </OrgLink>
            ))}
          </span>
        )}
      </div>
      {mayManage && (
        <span className={styles.tools}>
          <ActionIcon size={32} aria-label={t('Edit: {name}', { name })} onClick={onEdit}>
            <IconEdit size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
          <ActionIcon size={32} aria-label={t('Delete: {name}', { name })} disabled={remove.isPending} onClick={() => void ask()}>
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </>
  )
}
