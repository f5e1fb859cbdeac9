import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import { auth } from '@imperium/contract/auth/auth.ts'
import type { Session } from '@imperium/contract/auth/auth.ts'
import { twoFactor } from '@imperium/contract/auth/two-factor.ts'
import { describeError } from '../../lib/api-error.ts'
import { call, query } from '../../lib/api.ts'
import { useIdentityQuestion } from '../../lib/confirm-identity.ts'
import type { IdentityQuestion } from '../../lib/confirm-identity.ts'
import { PasskeyError, signChallenge, hasPasskeys } from '../../lib/passkeys.ts'
import { storageKeys, writeStored } from '../../lib/storage.ts'
import { t } from '../../lib/words.ts'
import { aboveDialogs } from '../../ui/dialog/above-dialogs.ts'
import { useOpensAfterMount } from '../../ui/dialog/use-opens-after-mount.ts'
import { SignInAgain } from '../identities/index.ts'
import styles from '../../ui/styles.module.css'
import classes from './identity.module.css'

type Proof = { password: string } | { code: string } | 'passkey'

async function prove(proof: Proof): Promise<Session> {
  if (proof === 'passkey') {
    const { token, options } = await call(twoFactor.beginReauthenticateWithPasskey)
    return call(twoFactor.reauthenticateWithPasskey, { body: { token, credential: await signChallenge(options) } })
  }
  if ('code' in proof) return call(twoFactor.reauthenticateWithCode, { body: proof })
  return call(auth.reauthenticate, { body: proof })
}

/** Verifies the user's identity before a sensitive operation: by password, code or passkey. */
export function IdentityDialog() {
  const question = useIdentityQuestion()
  const opened = useOpensAfterMount(question !== null)
  return (
    <Modal
      opened={opened}
      onClose={() => question?.answer(false)}
      title={t('Confirm your identity')}
      size={400}
      centered
      zIndex={aboveDialogs}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {question && <Proofs question={question} />}
    </Modal>
  )
}

function Proofs({ question }: { question: IdentityQuestion }) {
  const factors = useQuery({ ...query(twoFactor.read), meta: { silent: true } }).data
  // With a second factor, the password alone is not enough.
  const byCode = Boolean(factors?.enabled)
  const [typed, setTyped] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const proof = useMutation({
    mutationFn: prove,
    meta: { silent: true },
    onSuccess: (session) => {
      // The same session under a new token: of it the browser keeps the handle.
      writeStored(storageKeys.token, session.token)
      question.answer(true)
    },
    onError: (error) => setMessage(error instanceof PasskeyError ? error.message : describeError(error).join(' ')),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (typed === '') return setMessage(byCode ? t('Enter the code') : t('Password is required'))
    proof.mutate(byCode ? { code: typed } : { password: typed })
  }
  const change = (value: string) => {
    setTyped(value)
    setMessage(null)
  }
  return (
    <form onSubmit={submit} noValidate className={styles.stack}>
      <p className={classes.text}>{t('This is a sensitive change. Confirm your identity to continue.')}</p>
      {byCode ? (
        <TextInput
          key="code"
          label={t('Code of the authenticator app, or a recovery code')}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
          error={message}
          autoComplete="one-time-code"
          spellCheck={false}
          data-autofocus
        />
      ) : (
        <PasswordInput
          key="password"
          label={t('Password')}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
          error={message}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password') }}
          data-autofocus
        />
      )}
      <Button type="submit" fullWidth disabled={proof.isPending} onMouseDown={(event) => event.preventDefault()}>
        {proof.isPending ? t('Confirming...') : t('Confirm')}
      </Button>
      {factors && factors.passkeys.length > 0 && hasPasskeys() && (
        <Button
          variant="default"
          fullWidth
          disabled={proof.isPending}
          leftSection={<IconKey size={16} stroke={1.7} aria-hidden />}
          onClick={() => proof.mutate('passkey')}
        >
          {t('Use a passkey')}
        </Button>
      )}
      <Suspense>
        <SignInAgain />
      </Suspense>
    </form>
  )
}
