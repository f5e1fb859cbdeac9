import { Button, PasswordInput } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { brokenPasswordRules, defaultPasswordRules } from '@imperium/contract/auth/password-rules.ts'
import type { PasswordRules } from '@imperium/contract/auth/password-rules.ts'
import { ApiError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { useUser } from '../../lib/use-session.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { changePasswordMutation, passwordPolicyQuery } from './password-api.ts'
import classes from './password.module.css'

const toggle = { 'aria-label': t('Show or hide the password') }
const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Names every rule that the server found broken. */
function describeFailure(error: Error): string {
  if (!(error instanceof ApiError) || error.kind !== 'answer') return t('Failed to change password. Please try again.')
  const details = (error.problem?.errors ?? []).map((each) => translateMessage(each))
  const reply = details.length > 0 ? details.join(', ') : error.problem?.error ? error.message : t('Failed to change password')
  return t('Error: {details}', { details: reply })
}

/** Changes the signed-in user's password, or sets the first one. */
export function ChangePasswordForm({ onDone }: { onDone?: () => void }) {
  const { hasPassword, email } = useUser()
  const { data: policy = defaultPasswordRules } = useQuery(passwordPolicyQuery)
  const change = useMutation(changePasswordMutation)
  const [values, setValues] = useState(empty)
  const field = (name: keyof typeof empty) => ({
    value: values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => setValues({ ...values, [name]: event.currentTarget.value }),
    visibilityToggleButtonProps: toggle,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { currentPassword, newPassword, confirmPassword } = values
    if ((hasPassword && !currentPassword) || !newPassword) return notify.error(t('Please fill in all password fields'))
    if (newPassword !== confirmPassword) return notify.error(t('Passwords do not match!'))
    change.mutate(
      { body: { ...(hasPassword ? { currentPassword } : {}), newPassword } },
      {
        onSuccess: () => {
          notify.success(t('Password changed successfully!'))
          setValues(empty)
          onDone?.()
        },
        onError: (error) => notify.error(describeFailure(error)),
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {/* For password managers: whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && <PasswordInput label={t('Current password')} autoComplete="current-password" {...field('currentPassword')} />}
      <PasswordInput label={t('New password')} autoComplete="new-password" {...field('newPassword')} />
      <PasswordInput label={t('Confirm new password')} autoComplete="new-password" {...field('confirmPassword')} />
      <Requirements rules={policy} password={values.newPassword} />
      <div>
        <Button type="submit" disabled={change.isPending}>
          {change.isPending ? t('Changing password...') : hasPassword ? t('Change password') : t('Set password')}
        </Button>
      </div>
    </form>
  )
}

/** Each rule separately, so that the list can show which ones a text meets. */
const requirementsOf = (rules: PasswordRules): [text: string, only: Partial<PasswordRules>][] => [
  [t('{count} characters minimum', { count: rules.passwordMinLength }), { passwordMinLength: rules.passwordMinLength }],
  ...(rules.requireUppercase ? [[t('One uppercase letter'), { requireUppercase: true }] as [string, Partial<PasswordRules>]] : []),
  ...(rules.requireLowercase ? [[t('One lowercase letter'), { requireLowercase: true }] as [string, Partial<PasswordRules>]] : []),
  ...(rules.requireNumber ? [[t('One number'), { requireNumber: true }] as [string, Partial<PasswordRules>]] : []),
  ...(rules.requireSpecial ? [[t('One special character'), { requireSpecial: true }] as [string, Partial<PasswordRules>]] : []),
]

const nothing: PasswordRules = {
  passwordMinLength: 0,
  requireLowercase: false,
  requireUppercase: false,
  requireNumber: false,
  requireSpecial: false,
}

function Requirements({ rules, password }: { rules: PasswordRules; password: string }) {
  return (
    <div className={classes.requirements}>
      <p className={classes.requirementsTitle}>{t('Password requirements')}</p>
      <ul>
        {requirementsOf(rules).map(([text, only]) => {
          const isMet = password !== '' && brokenPasswordRules(password, { ...nothing, ...only }).length === 0
          const Glyph = isMet ? IconCheck : IconPoint
          return (
            <li key={text} data-met={isMet || undefined}>
              <Glyph size={14} stroke={2} aria-label={isMet ? t('met') : undefined} aria-hidden={!isMet} /> {text}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
