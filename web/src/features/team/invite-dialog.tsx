import { Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { givenRoles, invitationDays, team } from '@imperium/contract/team.ts'
import type { TeamStats } from '@imperium/contract/team.ts'
import { plural, t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { inviteMutation } from './api.ts'
import { roleNotes, teamRoleLabels } from './team-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './team.module.css'

interface InviteValues extends Record<string, unknown> {
  email: string
  role: (typeof givenRoles)[number]
}

const roleOptions = givenRoles.map((role) => ({ value: role, label: teamRoleLabels[role] }))

/** Sends an invitation to an email address with a role. */
export function InviteDialog({ stats, onClose }: { stats: TeamStats | undefined; onClose: () => void }) {
  const invite = useMutation(inviteMutation)
  const form = useContractForm<InviteValues>({ schema: team.invite.body, initialValues: { email: '', role: 'MEMBER' } })
  const submit = form.onSubmit((values) =>
    invite.mutate({ body: values }, { onSuccess: onClose, onError: (error) => showFieldErrors(form, error) }),
  )
  const full = stats?.available === 0
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Invite a team member')}
      onSubmit={submit}
      submitLabel={t('Send invitation')}
      busyLabel={t('Sending...')}
      busy={invite.isPending}
      disabledReason={full ? t('No seats available') : undefined}
      width={480}
      footer={stats && plural(stats.available, { one: '{count} seat available', other: '{count} seats available' })}
    >
      <TextInput
        label={t('Email')}
        type="email"
        autoComplete="off"
        placeholder="colleague@company.com"
        withAsterisk
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Select label={t('Role')} data={roleOptions} allowDeselect={false} {...form.getInputProps('role')} />
      <ul className={classes.notes}>
        {givenRoles.map((role) => (
          <li key={role}>
            <b>{teamRoleLabels[role]}</b>: {roleNotes[role]}
          </li>
        ))}
      </ul>
      <p className={styles.text}>
        {t('The invitation is sent by email and is valid for {days} days.', { days: invitationDays })}{' '}
        {full && t('All seats are taken. Remove a member, revoke an invitation or change the plan first.')}
      </p>
    </FormDialog>
  )
}
