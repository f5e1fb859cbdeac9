import { ActionIcon, Button, Skeleton, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { describeError } from '../../../lib/api-error.ts'
import { t } from '../../../lib/words.ts'
import { useCopy } from '../../../ui/text/use-copy.ts'
import { enableMutation, setupMutation } from './api.ts'
import { QrCode } from './qr-code.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './two-factor.module.css'

interface AuthenticatorSetupProps {
  /** The codes are null if the account already had a factor. */
  onEnabled: (recoveryCodes: string[] | null) => void
  onCancel?: () => void
}

/** Sets up an authenticator app: QR code, manual key and first code. Nothing is enabled before that code is verified. */
export function AuthenticatorSetup({ onEnabled, onCancel }: AuthenticatorSetupProps) {
  const { mutate, data, isError } = useMutation(setupMutation)
  useEffect(() => mutate({}), [mutate])
  const again = () => mutate({})
  if (isError)
    return (
      <div className={classes.buttons}>
        <Button variant="default" onClick={again}>
          {t('Try again')}
        </Button>
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    )
  return (
    <div className={classes.setup}>
      {data ? (
        <QrCode text={data.uri} label={t('QR code for your authenticator app. The key below is the same.')} />
      ) : (
        <Skeleton width={196} height={196} radius={12} />
      )}
      <div className={classes.steps}>
        <div className={classes.step}>
          <p className={classes.strong}>{t('1. Scan the QR code')}</p>
          <p className={styles.text}>{t('With an authenticator app on your phone. If you cannot scan it, type this key into the app:')}</p>
          <TypedKey secret={data?.secret} />
        </div>
        <div className={classes.step}>
          <p className={classes.strong}>{t('2. Enter the code it shows')}</p>
          <ConfirmCode ready={data !== undefined} onEnabled={onEnabled} onCancel={onCancel} />
        </div>
      </div>
    </div>
  )
}

/** In groups of four, as it is read out. */
const grouped = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

function TypedKey({ secret }: { secret: string | undefined }) {
  const { copied, copy } = useCopy()
  if (secret === undefined) return <Skeleton height={36} radius={8} />
  return (
    <div className={classes.key}>
      <code className="mono">{grouped(secret)}</code>
      <Tooltip label={copied ? t('Copied') : t('Copy the key')}>
        <ActionIcon variant="subtle" size={28} aria-label={copied ? t('Copied') : t('Copy the key')} onClick={() => copy(secret)}>
          {copied ? <IconCheck size={15} stroke={1.7} /> : <IconCopy size={15} stroke={1.7} />}
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

interface ConfirmCodeProps {
  ready: boolean
  onEnabled: (recoveryCodes: string[] | null) => void
  onCancel: (() => void) | undefined
}

function ConfirmCode({ ready, onEnabled, onCancel }: ConfirmCodeProps) {
  const [code, setCode] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const enable = useMutation(enableMutation)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setMessage(t('Enter the code'))
    enable.mutate(
      { body: { code } },
      { onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes), onError: (error) => setMessage(describeError(error).join(' ')) },
    )
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextInput
        aria-label={t('Code')}
        className={classes.codeInput ?? ''}
        classNames={{ input: `mono ${classes.digits ?? ''}` }}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setMessage(null)
        }}
        error={message}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000 000"
        maxLength={16}
        spellCheck={false}
      />
      <div className={classes.buttons}>
        <Button type="submit" disabled={!ready || enable.isPending} onMouseDown={(event) => event.preventDefault()}>
          {enable.isPending ? t('Checking...') : t('Turn on')}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
