import { Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deletionGraceDays, organizations } from '@imperium/contract/organizations.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import { formatDate } from '../../lib/format.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { deleteOrganizationMutation, leaveMutation, restoreMutation } from './api.ts'
import classes from './organization-page.module.css'

/** Announces the erasure of an organization, with a way for its owner to cancel it. */
export function DeletionNotice({ organization }: { organization: Organization }) {
  const mayRestore = useCan('organizations:delete')
  const restore = useMutation(restoreMutation)
  if (organization.deletesAt === null) return null
  return (
    <div className={classes.deletion} role="alert">
      <IconTrash size={16} stroke={1.7} aria-hidden />
      <p>
        {t('This organization is deleted. It can only be read, and everything in it will be erased on {date}.', {
          date: formatDate(organization.deletesAt),
        })}
      </p>
      {mayRestore && (
        <Button variant="default" disabled={restore.isPending} onClick={() => restore.mutate({ params: { id: organization.id } })}>
          {restore.isPending ? t('Restoring...') : t('Restore organization')}
        </Button>
      )}
    </div>
  )
}

/** Leaves the organization; the owner can delete it instead. */
export function DangerZone({ organization }: { organization: Organization }) {
  const isOwner = organization.role === 'OWNER'
  if (isOwner && organization.deletesAt !== null) return null
  return (
    <Card title={t('Danger Zone')} className={classes.card}>
      {isOwner ? <DeleteOrganization organization={organization} /> : <LeaveOrganization organization={organization} />}
    </Card>
  )
}

function LeaveOrganization({ organization }: { organization: Organization }) {
  const navigate = useNavigate()
  const leave = useMutation(leaveMutation)
  /**
   * Clears all cached data of the organization. Data that its page still shows, such as the user, is dropped only after the picker
   * is on screen: the page cannot render without its organization.
   */
  async function clearAndPick() {
    queryClient.removeQueries({ type: 'inactive' })
    await navigate({ to: '/select-organization', replace: true })
    await queryClient.invalidateQueries({ refetchType: 'none' })
    queryClient.removeQueries({ type: 'inactive' })
  }
  async function confirmAndLeave() {
    const sure = await confirm({
      title: t('Leave organization'),
      message: t('You lose access to {organization} immediately. You need a new invitation to return.', {
        organization: organization.name,
      }),
      action: t('Leave'),
    })
    if (!sure) return
    leave.mutate(
      {},
      {
        onSuccess: () => void clearAndPick(),
      },
    )
  }
  return (
    <div className={classes.danger}>
      <p>{t('Leave this organization. Your content stays with it.')}</p>
      <Button color="var(--bad)" variant="outline" disabled={leave.isPending} onClick={() => void confirmAndLeave()}>
        {t('Leave organization')}
      </Button>
    </div>
  )
}

function DeleteOrganization({ organization }: { organization: Organization }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.danger}>
      <p>
        {t('Delete this organization. It becomes read-only immediately and is erased after {days} days. Until then you can restore it.', {
          days: deletionGraceDays,
        })}
      </p>
      <Button color="var(--bad)" variant="outline" onClick={() => setOpen(true)}>
        {t('Delete organization')}
      </Button>
      {open && <DeleteDialog organization={organization} onClose={() => setOpen(false)} />}
    </div>
  )
}

function DeleteDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const remove = useMutation(deleteOrganizationMutation)
  const form = useContractForm({ schema: organizations.requestDeletion.body, initialValues: { slug: '' } })
  const matches = form.values.slug.trim() === organization.slug
  const submit = form.onSubmit((body) =>
    remove.mutate({ params: { id: organization.id }, body }, { onSuccess: onClose, onError: (error) => showFieldErrors(form, error) }),
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Delete organization')}
      onSubmit={submit}
      submitLabel={t('Delete organization')}
      busyLabel={t('Deleting...')}
      busy={remove.isPending}
      disabledReason={matches ? undefined : t('Type the URL name of the organization to confirm')}
      width={480}
    >
      <p className={classes.dialogText}>
        {t(
          'The organization becomes read-only for all members immediately. After {days} days, agents, runs, models and members are permanently erased.',
          {
            days: deletionGraceDays,
          },
        )}
      </p>
      <TextInput
        label={t('Type {slug} to confirm', { slug: organization.slug })}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('slug')}
      />
    </FormDialog>
  )
}
