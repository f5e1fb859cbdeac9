import { Button, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProfileBody } from '@imperium/contract/auth/profile.ts'
import type { Profile } from '@imperium/contract/auth/profile.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { adoptProfile, profileQuery, updateProfileMutation } from './api.ts'
import { AvatarField } from './avatar-field.tsx'
import { DangerZone } from './danger-zone.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { ExportCard } from './export-card.tsx'
import classes from './profile.module.css'

/** The user's data: read-only until Edit Profile. */
export function ProfileTab() {
  const { data, isError, error, refetch } = useQuery(profileQuery)
  const [editing, setEditing] = useState(false)
  if (isError && !data) return <ErrorState error={error} title={t('The profile could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={12} />
  return (
    <>
      <Card
        title={t('Profile')}
        aside={
          !editing && (
            <Button variant="default" size="xs" onClick={() => setEditing(true)}>
              {t('Edit Profile')}
            </Button>
          )
        }
      >
        <AvatarField profile={data} editing={editing} />
        {editing ? <ProfileForm profile={data} onDone={() => setEditing(false)} /> : <ProfileFacts profile={data} />}
      </Card>
      <ExportCard />
      <DangerZone />
    </>
  )
}

function ProfileFacts({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false)
  return (
    <>
      <dl className={classes.facts}>
        <Fact label={t('First name')}>{profile.firstName}</Fact>
        <Fact label={t('Last name')}>{profile.lastName}</Fact>
        <div>
          <dt>{t('Email')}</dt>
          <dd className={classes.email}>
            <span>
              {profile.email}
              <span className={classes.hint}>
                {profile.pendingEmail
                  ? t('Changes to {email} once the link in the email there is opened.', { email: profile.pendingEmail })
                  : profile.emailVerified
                    ? t('Verified||email address')
                    : t('Not verified yet')}
              </span>
            </span>
            <Button variant="default" size="compact-xs" onClick={() => setChanging(true)}>
              {t('Change email')}
            </Button>
          </dd>
        </div>
        <Fact label={t('Phone')}>{profile.phone || t('Not given')}</Fact>
        <Fact label={t('Member since')}>{formatDate(profile.createdAt)}</Fact>
      </dl>
      {changing && <EmailDialog onClose={() => setChanging(false)} />}
    </>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ProfileForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const form = useContractForm({
    initialValues: { firstName: profile.firstName, lastName: profile.lastName, phone: profile.phone },
    schema: ProfileBody,
  })
  const update = useMutation({
    ...updateProfileMutation,
    onSuccess: async (changed) => {
      await adoptProfile(changed)
      onDone()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit((values) => update.mutate({ body: { ...values, updatedAt: profile.updatedAt } }))}
      noValidate
    >
      <div className={classes.pair}>
        <TextInput label={t('First name')} withAsterisk autoComplete="given-name" {...form.getInputProps('firstName')} />
        <TextInput label={t('Last name')} withAsterisk autoComplete="family-name" {...form.getInputProps('lastName')} />
      </div>
      <TextInput label={t('Phone')} type="tel" autoComplete="tel" placeholder="+1 555 0100" {...form.getInputProps('phone')} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone} onMouseDown={(event) => event.preventDefault()}>
          {t('Cancel')}
        </Button>
        <Button type="submit" disabled={update.isPending} onMouseDown={(event) => event.preventDefault()}>
          {update.isPending ? t('Saving...') : t('Save changes')}
        </Button>
      </div>
    </form>
  )
}
