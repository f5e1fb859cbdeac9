import { useNavigate, useSearch } from '@tanstack/react-router'
import { t } from '../../lib/words.ts'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { ownPath } from './guards.ts'
import classes from './auth.module.css'

/** /change-password: the target of a redirect when a password is older than the organization allows. */
export function ExpiredPasswordPage() {
  useDocumentTitle(t('Change your password'))
  const { next } = useSearch({ from: '/change-password' })
  const navigate = useNavigate()
  const goOn = () => void navigate({ href: ownPath(next) ?? '/select-organization', replace: true })
  return (
    <AuthFrame>
      <h1 className={classes.title}>{t('Your password has expired')}</h1>
      <p className={classes.lead}>{t('Your organization requires a new password regularly. Choose one to continue.')}</p>
      <div className={classes.form}>
        <ChangePasswordForm onDone={goOn} />
      </div>
    </AuthFrame>
  )
}
