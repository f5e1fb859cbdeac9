import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError, describeError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { clearSession } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { AuthFrame } from './auth-frame.tsx'
import { linkToken } from './link-token.ts'
import { resetPasswordMutation } from './password-api.ts'
import classes from './auth.module.css'

const toggle = { 'aria-label': t('Show or hide the password') }

const ResetForm = z
  .object({ password: z.string().min(1, t('Password is required')), confirmPassword: z.string().min(1, t('Please confirm your password')) })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: t("Passwords don't match"),
  })

/** /reset-password#token=...: sets a new password; the user then signs in with it. */
export function ResetPasswordPage() {
  useDocumentTitle(t('Reset password'))
  const [token] = useState(linkToken)
  const [isDead, setDead] = useState(token === '')
  const navigate = useNavigate()
  const reset = useMutation(resetPasswordMutation)
  const form = useContractForm({ schema: ResetForm, initialValues: { password: '', confirmPassword: '' } })
  const submit = form.onSubmit(({ password }) =>
    reset.mutate(
      { body: { token, password } },
      {
        onSuccess: () => {
          // Every session of the account has ended, also one in this browser.
          clearSession()
          notify.success(t('Your password was reset. Sign in with the new one.'))
          void navigate({ to: '/login', replace: true })
        },
        onError: (error) => {
          if (!showFieldErrors(form, error)) for (const text of describeError(error)) notify.error(text)
          if (error instanceof ApiError && 'token' in error.fields) setDead(true)
        },
      },
    ),
  )
  if (isDead) return <DeadLink />
  return (
    <AuthFrame>
      <h1 className={classes.title}>{t('Choose a new password')}</h1>
      <p className={classes.lead}>{t('All your sessions end, and you sign in again.')}</p>
      <form onSubmit={submit} noValidate className={classes.form}>
        <PasswordInput
          label={t('New password')}
          autoComplete="new-password"
          description={t('12 characters or more, with upper and lower case, a number and a special character.')}
          visibilityToggleButtonProps={toggle}
          autoFocus
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t('Confirm password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('confirmPassword')}
        />
        <Button type="submit" fullWidth disabled={reset.isPending} className={classes.submit}>
          {reset.isPending ? t('Saving...') : t('Set new password')}
        </Button>
      </form>
    </AuthFrame>
  )
}

function DeadLink() {
  return (
    <AuthFrame>
      <h1 className={classes.title}>{t('This link is no longer valid')}</h1>
      <p className={classes.lead}>{t('A link works once and for 30 minutes. Ask for a new one.')}</p>
      <div className={classes.form}>
        <Button component={Link} to="/forgot-password" fullWidth className={classes.submit}>
          {t('Ask for a new link')}
        </Button>
      </div>
    </AuthFrame>
  )
}
