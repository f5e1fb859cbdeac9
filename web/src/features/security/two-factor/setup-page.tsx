import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { logout } from '../../../lib/session.ts'
import { useUser } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { LogoWithName } from '../../../ui/logo.tsx'
import { useDocumentTitle } from '../../../ui/page/page.tsx'
import { ownPath } from '../../auth/index.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './two-factor.module.css'

const nothingYet = { enabled: false, authenticatorSince: null, recoveryCodesLeft: 0, passkeys: [], requiredBy: [] }

/** /setup-two-factor: target for members without a required second factor; afterwards returns to their destination. */
export function SetUpTwoFactorPage() {
  useDocumentTitle(t('Set up two-factor'))
  const { next } = useSearch({ from: '/setup-two-factor' })
  const navigate = useNavigate()
  const leave = useMutation({ mutationFn: logout })
  const { organization } = useUser()
  const [codes, setCodes] = useState<string[] | null>(null)
  const goOn = () => void navigate({ href: ownPath(next) ?? '/select-organization', replace: true })
  const take = (made: string[] | null) => (made ? setCodes(made) : goOn())
  return (
    <div className={classes.screen}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <LogoWithName />
        </span>
        <Button
          variant="subtle"
          leftSection={<IconLogout size={16} stroke={1.7} aria-hidden />}
          onClick={() => leave.mutate()}
          disabled={leave.isPending}
        >
          {t('Logout')}
        </Button>
      </header>
      <main className={classes.body}>
        <h1 className={classes.title}>{t('Set up two-factor')}</h1>
        <p className={classes.lead}>
          {t('{organization} requires a second factor. Set up an authenticator app or a passkey to continue.', {
            organization: organization?.name ?? t('Your organization'),
          })}
        </p>
        {codes ? (
          <RecoveryCodes codes={codes} doneLabel={t('Continue')} onDone={goOn} />
        ) : (
          <div className={classes.stack}>
            <Card title={t('Authenticator app')}>
              <AuthenticatorSetup onEnabled={take} />
            </Card>
            <PasskeysCard status={nothingYet} onCodes={setCodes} />
            <p className={styles.text}>
              <Link to="/select-organization">{t('Open another organization')}</Link>
            </p>
          </div>
        )}
      </main>
    </div>
  )
}
