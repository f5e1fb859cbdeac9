import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { t } from '../../lib/words.ts'
import { Rich } from '../../ui/text/rich.tsx'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { SignInWays } from '../identities/index.ts'
import { registerMutation } from './api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { RegisterForm, browserTimeZone, emptyRegistration } from './register-form.ts'
import classes from './auth.module.css'

const toggle = { 'aria-label': t('Show or hide the password') }

/** /register: creates an account with its organization. A failure keeps the form's values. */
export function RegisterPage() {
  useDocumentTitle(t('Create your empire'))
  const navigate = useNavigate()
  const register = useMutation(registerMutation)
  const form = useContractForm({ schema: RegisterForm, initialValues: emptyRegistration })

  const submit = form.onSubmit(({ confirmPassword: _confirmed, acceptTerms: _accepted, ...body }) =>
    register.mutate(
      { body: { ...body, timeZone: browserTimeZone() } },
      {
        onSuccess: ({ organization }) => {
          if (organization?.slug) void navigate({ to: '/org/$orgSlug/dashboard', params: { orgSlug: organization.slug }, replace: true })
          else void navigate({ to: '/select-organization', replace: true })
        },
        onError: (error) => showFieldErrors(form, error),
      },
    ),
  )

  return (
    <AuthFrame>
      <h1 className={classes.title}>{t('Create your empire')}</h1>
      <p className={classes.lead}>
        <Rich
          text={t('Already have one? <link>Sign in</link>')}
          tags={{
            link: <Link to="/login" className={classes.strongLink} />,
          }}
        />
      </p>
      <form onSubmit={submit} noValidate className={classes.form}>
        <div className={classes.pair}>
          <TextInput label={t('First name')} autoComplete="given-name" autoFocus {...form.getInputProps('firstName')} />
          <TextInput label={t('Last name')} autoComplete="family-name" {...form.getInputProps('lastName')} />
        </div>
        <TextInput
          label={t('Email address')}
          type="email"
          autoComplete="username"
          placeholder="you@company.com"
          {...form.getInputProps('email')}
        />
        <TextInput label={t('Organization name')} autoComplete="organization" {...form.getInputProps('organizationName')} />
        <PasswordInput
          label={t('Password')}
          autoComplete="new-password"
          description={t('12 characters or more, with upper and lower case, a number and a special character.')}
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t('Confirm password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('confirmPassword')}
        />
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
          {...form.getInputProps('acceptTerms', { type: 'checkbox' })}
        />
        <Button type="submit" fullWidth disabled={register.isPending} className={classes.submit}>
          {register.isPending ? t('Creating your empire...') : t('Create Empire')}
        </Button>
      </form>
      <SignInWays back={null} />
    </AuthFrame>
  )
}
