import { Button, PasswordInput, TextInput } from '@mantine/core'
import { LoginBody } from '@imperium/contract/auth/auth.ts'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { tenantHint } from '../../lib/tenant-hint.ts'
import { t } from '../../lib/words.ts'
import { Rich } from '../../ui/text/rich.tsx'
import { useContractForm, showFieldErrors } from '../../ui/form/use-contract-form.ts'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { SignInWays } from '../identities/index.ts'
import { loginMutation } from './api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { useEnter } from './enter.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { keepPendingSignIn } from './pending-sign-in.ts'
import classes from './auth.module.css'

/** Of a sign-in that leaves for its provider: the hint is looked at again when it comes back. */
function backOfHint(): string | null {
  const hint = tenantHint(window.location)
  return hint && `/dashboard?tenant=${hint}`
}

/** /login: email and password; then redirects to the visitor's destination, else to the organization picker. */
export function LoginPage() {
  useDocumentTitle(t('Sign in'))
  const search = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const enter = useEnter(search)
  const login = useMutation(loginMutation)
  const form = useContractForm({ schema: LoginBody, initialValues: { email: '', password: '' } })

  const submit = form.onSubmit((values) =>
    login.mutate(
      { body: values },
      {
        onSuccess: (response) => {
          if (!('challenge' in response)) return enter()
          keepPendingSignIn(response.challenge)
          void navigate({ to: '/login/verify', search })
        },
        onError: (error) => showFieldErrors(form, error),
      },
    ),
  )

  return (
    <AuthFrame>
      <h1 className={classes.title}>{t('Sign in to Imperium')}</h1>
      <p className={classes.lead}>
        <Rich
          text={t('New here? <link>create a new empire</link>')}
          tags={{
            link: <Link to="/register" className={classes.strongLink} />,
          }}
        />
      </p>
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="username"
          placeholder="you@company.com"
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('Password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password') }}
          {...form.getInputProps('password')}
        />
        <Link to="/forgot-password" className={classes.strongLink}>
          {t('Forgot your password?')}
        </Link>
        <Button type="submit" fullWidth disabled={login.isPending} className={classes.submit}>
          {login.isPending ? t('Signing in...') : t('Sign in')}
        </Button>
      </form>
      <div className={classes.alternatives}>
        <PasskeyButton onDone={enter} />
      </div>
      <SignInWays back={search.next ?? (search.org ? `/org/${search.org}/dashboard` : backOfHint())} />
    </AuthFrame>
  )
}
