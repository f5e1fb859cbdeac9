import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TwoFactorStatus } from '@imperium/contract/auth/two-factor.ts'
import { describeError } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { disableMutation } from './api.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './two-factor.module.css'

interface AuthenticatorCardProps {
  status: TwoFactorStatus
  onCodes: (codes: string[]) => void
}

/** The authenticator app: off, being set up, on. */
export function AuthenticatorCard({ status, onCodes }: AuthenticatorCardProps) {
  const [isSettingUp, setIsSettingUp] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const since = status.authenticatorSince
  if (isSettingUp)
    return (
      <Card title={t('Set up an authenticator app')}>
        <AuthenticatorSetup
          onCancel={() => setIsSettingUp(false)}
          onEnabled={(codes) => {
            setIsSettingUp(false)
            notify.success(t('The authenticator app is set up'))
            if (codes) onCodes(codes)
          }}
        />
      </Card>
    )
  return (
    <Card title={t('Authenticator app')} aside={<StatusDot tone={since ? 'ok' : 'idle'} label={since ? t('On') : t('Off')} />}>
      <div className={`${styles.between} ${classes.row}`}>
        <p className={`${styles.text ?? ''} ${classes.words ?? ''}`}>
          {since
            ? t('Its code is required at every sign-in. Set up on {date}.', { date: formatDate(since) })
            : t('An app on your phone shows a new code every 30 seconds. You enter it after your password.')}
        </p>
        <div className={classes.buttons}>
          <Button variant={since || status.enabled ? 'default' : 'filled'} onClick={() => setIsSettingUp(true)}>
            {since ? t('Use another app') : t('Set up')}
          </Button>
          {since && (
            <Button variant="default" onClick={() => setIsLeaving(true)}>
              {t('Turn off')}
            </Button>
          )}
        </div>
      </div>
      {isLeaving && <TurnOffDialog isLast={status.passkeys.length === 0} onClose={() => setIsLeaving(false)} />}
    </Card>
  )
}

/** Turning it off requires confirmation: a last code, or a recovery code. */
function TurnOffDialog({ isLast, onClose }: { isLast: boolean; onClose: () => void }) {
  const [code, setCode] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const disable = useMutation(disableMutation)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Turn off the authenticator app')}
      width={440}
      submitLabel={t('Turn off')}
      busyLabel={t('Turning off...')}
      busy={disable.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() === '') return setMessage(t('Enter the code'))
        disable.mutate(
          { body: { code } },
          {
            onSuccess: () => {
              notify.success(t('The authenticator app was removed'))
              onClose()
            },
            onError: (error) => setMessage(describeError(error).join(' ')),
          },
        )
      }}
    >
      <p className={styles.text}>
        {isLast
          ? t('Your password alone will sign you in. Your recovery codes stop working, and your other sessions end.')
          : t('Your passkeys stay. Your other sessions end.')}
      </p>
      <TextInput
        label={t('Code of the authenticator app, or a recovery code')}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setMessage(null)
        }}
        error={message}
        autoComplete="one-time-code"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  )
}
