import { Button, Skeleton } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TwoFactorStatus } from '@imperium/contract/auth/two-factor.ts'
import { plural, t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { renewCodesMutation, twoFactorQuery } from './api.ts'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PolicyCard } from './policy-card.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './two-factor.module.css'

/** Factors besides the password: authenticator app, passkeys, recovery codes; and whether they are required. */
export function TwoFactorTab() {
  const { data: status, isPending, isError, error, refetch } = useQuery(twoFactorQuery)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (isError && !status) return <ErrorState error={error} title={t('Two-factor could not be loaded')} onRetry={() => void refetch()} />
  if (isPending || !status)
    return (
      <div className={classes.stack} aria-busy>
        <Skeleton height={104} radius={12} />
        <Skeleton height={140} radius={12} />
      </div>
    )
  if (codes)
    return (
      <div className={classes.stack}>
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      </div>
    )
  return (
    <div className={classes.stack}>
      {!status.enabled && (
        <div className={classes.notice}>
          <IconShieldExclamation size={18} stroke={1.7} aria-hidden />
          <div>
            <p className={classes.strong}>{t('Two-factor authentication is off')}</p>
            <p className={styles.text}>
              {t('Anyone who knows your password can sign in as you. Set up an authenticator app or a passkey.')}
            </p>
          </div>
        </div>
      )}
      <AuthenticatorCard status={status} onCodes={setCodes} />
      <PasskeysCard status={status} onCodes={setCodes} />
      {status.enabled && <RecoveryCard status={status} onCodes={setCodes} />}
      <PolicyCard />
    </div>
  )
}

function RecoveryCard({ status, onCodes }: { status: TwoFactorStatus; onCodes: (codes: string[]) => void }) {
  const renew = useMutation(renewCodesMutation)
  async function confirmAndRenew(): Promise<void> {
    const message = t('The codes you have stop working, and your other sessions end.')
    const question = { title: t('Create new recovery codes'), message, action: t('Create new codes'), danger: false }
    if (await confirm(question)) renew.mutate({}, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes ?? []) })
  }
  return (
    <Card title={t('Recovery codes')}>
      <div className={`${styles.between} ${classes.row}`}>
        <p className={`${styles.text ?? ''} ${classes.words ?? ''}`}>
          {plural(status.recoveryCodesLeft, {
            one: '{count} code is left. Each signs you in once when you do not have your device.',
            other: '{count} codes are left. Each signs you in once when you do not have your device.',
          })}
        </p>
        <div className={classes.buttons}>
          <Button variant="default" disabled={renew.isPending} onClick={() => void confirmAndRenew()}>
            {t('Create new codes')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
