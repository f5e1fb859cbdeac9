import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { Email } from '@imperium/contract/auth/auth.ts'
import { t } from '../../lib/words.ts'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { AuthFrame } from './auth-frame.tsx'
import { MailboxHint } from './mailbox-hint.tsx'
import { forgotPasswordMutation } from './password-api.ts'
import classes from './auth.module.css'

const ForgotForm = z.object({ email: Email })

/** /forgot-password: requests a reset link; the page shows the same text with or without an account (SEC-5). */
export function ForgotPasswordPage() {
  useDocumentTitle(t('Forgot your password?'))
  const ask = useMutation(forgotPasswordMutation)
  const form = useContractForm({ schema: ForgotForm, initialValues: { email: '' } })
  const submit = form.onSubmit((body) => ask.mutate({ body }, { onError: (error) => showFieldErrors(form, error) }))
  if (ask.isSuccess)
    return (
      <AuthFrame>
        <h1 className={classes.title}>{t('Check your email')}</h1>
        <p className={classes.lead} role="status">
          {t('If there is an account for {email}, we sent a link to choose a new password. It works for 30 minutes.', {
            email: ask.variables.body.email,
          })}
        </p>
        <MailboxHint />
        <div className={classes.form}>
          <Button component={Link} to="/login" variant="default" fullWidth className={classes.submit}>
            {t('Back to sign in')}
          </Button>
        </div>
      </AuthFrame>
    )
  return (
    <AuthFrame>
      <h1 className={classes.title}>{t('Forgot your password?')}</h1>
      <p className={classes.lead}>{t('Enter your email address, and we send you a link to choose a new one.')}</p>
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="username"
          placeholder="you@company.com"
          autoFocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" fullWidth disabled={ask.isPending} className={classes.submit}>
          {ask.isPending ? t('Sending...') : t('Send reset link')}
        </Button>
        <Link to="/login" className={classes.strongLink}>
          {t('Back to sign in')}
        </Link>
      </form>
    </AuthFrame>
  )
}
