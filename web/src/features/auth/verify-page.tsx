import { Button, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { ApiError, describeError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { PasskeyError, hasPasskeys } from '../../lib/passkeys.ts'
import { t } from '../../lib/words.ts'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { useEnter } from './enter.ts'
import { pendingSignIn, keepPendingSignIn } from './pending-sign-in.ts'
import type { Challenge } from './pending-sign-in.ts'
import { verifyCodeMutation, verifyPasskeyMutation } from './second-factor-api.ts'
import classes from './auth.module.css'

type Way = Challenge['methods'][number]

/** /login/verify: the second step of every sign-in method. */
export function VerifyPage() {
  useDocumentTitle(t('Confirm your identity'))
  const search = useSearch({ from: '/login_/verify' })
  const [challenge] = useState(pendingSignIn)
  // After a reload or an old link there is no challenge.
  if (!challenge) return <Navigate to="/login" search={search} replace />
  return <SecondStep challenge={challenge} />
}

function SecondStep({ challenge }: { challenge: Challenge }) {
  const search = useSearch({ from: '/login_/verify' })
  const navigate = useNavigate()
  const enter = useEnter(search)
  const [way, setWay] = useState<Way>(() => firstWay(challenge))
  const finish = () => {
    keepPendingSignIn(null)
    enter()
  }
  const fail = (error: unknown) => {
    if (!(error instanceof ApiError) || error.problem?.code !== 'CHALLENGE_EXPIRED') return
    keepPendingSignIn(null)
    notify.error(error.message)
    void navigate({ to: '/login', search, replace: true })
  }
  const others = challenge.methods.filter((each) => each !== way && (each !== 'passkey' || hasPasskeys()))
  return (
    <AuthFrame>
      <h1 className={classes.title}>{t('Confirm your identity')}</h1>
      {way === 'passkey' ? (
        <PasskeyStep challenge={challenge} onDone={finish} onFail={fail} />
      ) : (
        <CodeStep key={way} challenge={challenge} way={way} onDone={finish} onFail={fail} />
      )}
      <div className={classes.otherWays}>
        {others.map((each) => (
          <Button key={each} variant="subtle" onClick={() => setWay(each)}>
            {textOf[each]}
          </Button>
        ))}
        <Link to="/login" search={search} className={classes.strongLink} onClick={() => keepPendingSignIn(null)}>
          {t('Back to sign in')}
        </Link>
      </div>
    </AuthFrame>
  )
}

const textOf: Record<Way, string> = {
  totp: t('Use the authenticator app'),
  passkey: t('Use a passkey'),
  recovery: t('Use a recovery code'),
}

const firstWay = ({ methods }: Challenge): Way =>
  methods.includes('totp') ? 'totp' : methods.includes('passkey') && hasPasskeys() ? 'passkey' : 'recovery'

interface StepProps {
  challenge: Challenge
  onDone: () => void
  onFail: (error: unknown) => void
}

function CodeStep({ challenge, way, onDone, onFail }: StepProps & { way: 'totp' | 'recovery' }) {
  const [code, setCode] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const verify = useMutation(verifyCodeMutation)
  const send = (value: string) => {
    if (value.trim() === '') return setMessage(t('Enter the code'))
    verify.mutate(
      { body: { challengeToken: challenge.token, code: value } },
      {
        onSuccess: onDone,
        onError: (error) => {
          setMessage(describeError(error).join(' '))
          if (way === 'totp') setCode('')
          onFail(error)
        },
      },
    )
  }
  const change = (value: string) => {
    setCode(value)
    setMessage(null)
    // Six digits are a complete code: submit without a click.
    if (way === 'totp' && /^\d{6}$/.test(value.replaceAll(' ', '')) && !verify.isPending) send(value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!verify.isPending) send(code)
  }
  const isApp = way === 'totp'
  return (
    <>
      <p className={classes.lead}>
        {isApp
          ? t('Enter the code that your authenticator app shows.')
          : t('Enter one of the recovery codes that you saved. Each works once.')}
      </p>
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          label={isApp ? t('Code') : t('Recovery code')}
          value={code}
          onChange={(event) => change(event.currentTarget.value)}
          error={message}
          autoFocus
          spellCheck={false}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          inputMode={isApp ? 'numeric' : 'text'}
          maxLength={64}
          placeholder={isApp ? '000 000' : 'XXXX-XXXX-XXXX-XXXX-XXXX-XXXX'}
          classNames={{ input: `mono ${isApp ? (classes.code ?? '') : ''}` }}
        />
        <Button type="submit" fullWidth disabled={verify.isPending} className={classes.submit}>
          {verify.isPending ? t('Signing in...') : t('Sign in')}
        </Button>
      </form>
    </>
  )
}

function PasskeyStep({ challenge, onDone, onFail }: StepProps) {
  const verify = useMutation(verifyPasskeyMutation)
  const { error } = verify
  return (
    <>
      <p className={classes.lead}>{t('Use a passkey of this account: your device, your phone or a security key.')}</p>
      <div className={classes.form}>
        {error && (
          <p className={classes.problem} role="alert">
            {error instanceof PasskeyError ? error.message : describeError(error).join(' ')}
          </p>
        )}
        <Button
          fullWidth
          autoFocus
          className={classes.submit}
          leftSection={<IconKey size={16} stroke={1.7} aria-hidden />}
          disabled={verify.isPending}
          onClick={() => verify.mutate(challenge.token, { onSuccess: onDone, onError: onFail })}
        >
          {verify.isPending ? t('Waiting for your device...') : t('Use a passkey')}
        </Button>
      </div>
    </>
  )
}
