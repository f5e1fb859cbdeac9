import { Button, Checkbox, PasswordInput, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { auth } from '@imperium/contract/auth/auth.ts'
import { NewAccountFields } from '@imperium/contract/team.ts'
import type { InvitationPreview } from '@imperium/contract/team.ts'
import { ApiError } from '../../lib/api-error.ts'
import { mutation } from '../../lib/api.ts'
import { currentLanguage, t } from '../../lib/words.ts'
import { formatDate } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { clearSession, hasSession, profileQuery } from '../../lib/session.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Rich } from '../../ui/text/rich.tsx'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { AuthFrame } from './auth-frame.tsx'
import { acceptMutation, invitationQuery, joinMutation, welcome } from './join-api.ts'
import { linkToken } from './link-token.ts'
import { keepPendingSignIn } from './pending-sign-in.ts'
import classes from './auth.module.css'

const toggle = { 'aria-label': t('Show or hide the password') }
const roleLabels = { OWNER: t('Owner'), ADMIN: t('Admin'), MEMBER: t('User'), VIEWER: t('Viewer') }

/** /join#token=...: joins an organization with a new account, the password of an existing one, or the session that is open. */
export function JoinPage() {
  useDocumentTitle(t('Join an organization'))
  const token = linkToken()
  const invitation = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  const session = useQuery({ ...profileQuery, enabled: hasSession() })
  if (token === '') return <Refused title={t('This invitation link is incomplete')} text={t('Open the link in the email again.')} />
  if (invitation.isError) return <Failure error={invitation.error} onRetry={() => void invitation.refetch()} />
  if (invitation.isPending || session.isLoading) return <Loading />
  const { data } = invitation
  const signedInAs = session.data?.email
  return (
    <AuthFrame>
      <h1 className={classes.title}>{t('Join {organization}', { organization: data.organizationName })}</h1>
      <p className={classes.lead}>
        {t('{name} has invited {email} as {role}. The invitation is valid until {date}.', {
          name: data.invitedBy,
          email: data.email,
          role: roleLabels[data.role],
          date: formatDate(data.expiresAt),
        })}
      </p>
      {signedInAs === undefined ? (
        <JoinForm key={String(data.hasAccount)} token={token} invitation={data} />
      ) : signedInAs === data.email ? (
        <AcceptAsSelf token={token} email={signedInAs} />
      ) : (
        <OtherAccount signedInAs={signedInAs} invited={data.email} />
      )}
    </AuthFrame>
  )
}

function Loading() {
  return (
    <AuthFrame>
      <div aria-busy="true" aria-label={t('Loading')}>
        <Skeleton height={32} width="80%" />
        <Skeleton height={18} mt={10} />
        <Skeleton height={42} mt={34} />
        <Skeleton height={42} mt={18} />
      </div>
    </AuthFrame>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const code = error instanceof ApiError ? error.problem?.code : undefined
  const refused = error instanceof ApiError && [403, 404, 410, 422].includes(error.status)
  const title =
    code === 'INVITATION_EXPIRED'
      ? t('This invitation has expired')
      : code === 'INVITATION_USED'
        ? t('This invitation has been used')
        : code === 'INVITATION_REVOKED'
          ? t('This invitation was revoked')
          : refused
            ? t('This invitation cannot be used')
            : t('The invitation could not be loaded')
  return <Refused title={title} text={error.message} {...(refused ? {} : { onRetry })} />
}

function Refused({ title, text, onRetry }: { title: string; text: string; onRetry?: () => void }) {
  return (
    <AuthFrame>
      <div role="alert">
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{text}</p>
      </div>
      <div className={classes.form}>
        {onRetry ? (
          <Button fullWidth className={classes.submit} onClick={onRetry}>
            {t('Try again')}
          </Button>
        ) : (
          <Button fullWidth className={classes.submit} component={Link} to="/login">
            {t('Sign in')}
          </Button>
        )}
      </div>
    </AuthFrame>
  )
}

/** Creates an account, or asks for the password of the existing one. A failure keeps the form's values. */
function JoinForm({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const navigate = useNavigate()
  const join = useMutation(joinMutation)
  const isNew = !invitation.hasAccount
  const form = useContractForm({
    schema: isNew ? NewAccountForm : ExistingAccountForm,
    initialValues: { firstName: '', lastName: '', password: '', acceptTerms: false },
  })
  const submit = form.onSubmit(({ firstName, lastName, password }) =>
    join.mutate(
      { body: { token, password, ...(isNew ? { firstName, lastName, language: currentLanguage() } : {}) } },
      {
        onSuccess: (response) => {
          if ('challenge' in response) {
            // The user has joined, but the session starts only after the second factor, as in every sign-in.
            keepPendingSignIn(response.challenge)
            void navigate({ to: '/login/verify', search: { org: invitation.organizationSlug }, replace: true })
          } else if (response.organization)
            void navigate({ to: '/org/$orgSlug/dashboard', params: { orgSlug: response.organization.slug }, replace: true })
        },
        onError: (error) => {
          showFieldErrors(form, error)
          // The invitation was used or revoked meanwhile, or the address has an account now.
          if (error instanceof ApiError && [404, 409, 410].includes(error.status))
            void queryClient.invalidateQueries({ queryKey: invitationQuery(token).queryKey })
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextInput label={t('Email')} type="email" autoComplete="username" value={invitation.email} readOnly />
      {isNew && (
        <div className={classes.pair}>
          <TextInput label={t('First name')} autoComplete="given-name" autoFocus {...form.getInputProps('firstName')} />
          <TextInput label={t('Last name')} autoComplete="family-name" {...form.getInputProps('lastName')} />
        </div>
      )}
      <PasswordInput
        label={t('Password')}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoFocus={!isNew}
        description={
          isNew
            ? t('12 characters or more, with upper and lower case, a number and a special character.')
            : t('You already have an account. Sign in to accept the invitation.')
        }
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps('password')}
      />
      {!isNew && (
        <Link to="/forgot-password" className={classes.strongLink}>
          {t('Forgot your password?')}
        </Link>
      )}
      {isNew && <Terms props={form.getInputProps('acceptTerms', { type: 'checkbox' })} />}
      <Button type="submit" fullWidth disabled={join.isPending} className={classes.submit}>
        {join.isPending ? t('Joining...') : isNew ? t('Create account and join') : t('Sign in and join')}
      </Button>
    </form>
  )
}

const NewAccountForm = NewAccountFields.extend({ acceptTerms: z.literal(true, t('You must accept the terms')) })
const ExistingAccountForm = z.object({ password: z.string().min(1, t('Password is required')) })

function Terms({ props }: { props: object }) {
  return (
    <Checkbox
      label={
        <Rich
          text={t('I agree to the <terms>Terms</terms> and the <privacy>Privacy policy</privacy>')}
          tags={{
            terms: <Link to="/terms" className={classes.strongLink} />,
            privacy: <Link to="/privacy" className={classes.strongLink} />,
          }}
        />
      }
      {...props}
    />
  )
}

function AcceptAsSelf({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate()
  const accept = useMutation(acceptMutation)
  const join = () =>
    accept.mutate(
      { body: { token } },
      {
        onSuccess: (organization) => {
          notify.success(welcome(organization))
          void navigate({ to: '/org/$orgSlug/dashboard', params: { orgSlug: organization.slug }, replace: true })
        },
      },
    )
  return (
    <div className={classes.form}>
      <p className={classes.lead}>{t('You are signed in as {email}.', { email })}</p>
      <Button fullWidth disabled={accept.isPending} className={classes.submit} onClick={join}>
        {accept.isPending ? t('Joining...') : t('Accept invitation')}
      </Button>
    </div>
  )
}

function OtherAccount({ signedInAs, invited }: { signedInAs: string; invited: string }) {
  const leave = useMutation(mutation(auth.logout, { failure: t('Failed to sign out') }))
  return (
    <div className={classes.form}>
      <p className={classes.lead} role="alert">
        {t('You are signed in as {email}. This invitation only works for {invited}.', { email: signedInAs, invited })}
      </p>
      <Button
        fullWidth
        className={classes.submit}
        disabled={leave.isPending}
        onClick={() =>
          leave.mutate(
            {},
            {
              onSuccess: () => {
                // Not announced as a session end: this page reloads and asks for the other account.
                clearSession()
                location.reload()
              },
            },
          )
        }
      >
        {t('Sign out and continue')}
      </Button>
    </div>
  )
}
