import { Button, Modal, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountHook, ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { hookQuery, renewHookMutation } from './api.ts'
import { CopyField } from './copy-field.tsx'
import { HookState } from './hook-state.tsx'
import { reporterOfHost, signedWords } from './report-words.ts'
import { ReporterForm } from './reporter-form.tsx'
import classes from './channels.module.css'

/** Where a provider reports deliveries, bounces and replies of an account, and how that goes. */
export function HookDialog({ account, onClose }: { account: ChannelAccount; onClose: () => void }) {
  const { data: hook, error, refetch } = useQuery(hookQuery(account.id))
  /** Shown once, and then nowhere. */
  const [secret, setSecret] = useState<string | null>(null)
  const keep = ({ newSecret }: AccountHook) => setSecret(newSecret)
  const [chosen, setChosen] = useState(account.settings.reports ?? reporterOfHost(account.settings.host))
  const isMail = account.channel === 'email'
  return (
    <Modal.Root opened onClose={onClose} size="660px">
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg">
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('Reports of {name}', { name: account.name })}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body className={classes.stack}>
          {error && <ErrorState plain error={error} title={t('The address could not be loaded')} onRetry={() => void refetch()} />}
          {!hook && !error && <Skeleton height={150} radius={10} />}
          {hook && (
            <>
              {isMail && <ReporterForm accountId={account.id} hook={hook} suggested={chosen} onChoose={setChosen} onSaved={keep} />}
              <Address hook={hook} secret={secret} isSaved={!isMail || hook.signedBy === chosen} />
              <HookState state={hook.state} />
              <Buttons account={account} hook={hook} onMade={keep} onClose={onClose} />
            </>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** What the provider is given, and whether its calls can be checked. */
function Address({ hook, secret, isSaved }: { hook: AccountHook; secret: string | null; isSaved: boolean }) {
  return (
    <>
      <p className={classes.note}>
        {t('Give this address to the provider: deliveries, bounces, complaints and replies come in by it.')}{' '}
        {isSaved && signedWords[hook.signedBy]}
      </p>
      {hook.url ? <CopyField label={t('Address')} value={hook.url} /> : <p className={classes.note}>{t('There is none yet.')}</p>}
      {hook.verifyToken && <CopyField label={t('Verify token')} value={hook.verifyToken} />}
      {hook.userName && <CopyField label={t('User name')} value={hook.userName} />}
      {secret && (
        <>
          <CopyField label={hook.signedBy === 'postmark' ? t('Password') : t('Signing secret')} value={secret} />
          <p className={classes.note}>{t('Copy the secret now. It is never shown again.')}</p>
        </>
      )}
      {isSaved && hook.url && !hook.hasSecret && (
        <p className={classes.warning}>
          {hook.signedBy === 'whatsapp'
            ? t('The app secret is missing: until it is entered, every report is refused.')
            : t('What proves the calls is missing: until it is entered, every report is refused.')}
        </p>
      )}
    </>
  )
}

interface ButtonsProps {
  account: ChannelAccount
  hook: AccountHook
  onMade: (hook: AccountHook) => void
  onClose: () => void
}

function Buttons({ account, hook, onMade, onClose }: ButtonsProps) {
  const renew = useMutation(renewHookMutation)
  async function ask(): Promise<void> {
    const message =
      hook.signedBy === 'postmark'
        ? t('The present address and password stop working at once: the provider must be given the new ones.')
        : t('The present address stops working at once: the provider must be given the new one.')
    if (!hook.url || (await confirm({ title: t('Make a new address'), message, action: t('Make a new address') })))
      renew.mutate({ params: { id: account.id } }, { onSuccess: onMade })
  }
  return (
    <div className={classes.buttons}>
      <Button variant={hook.url ? 'default' : 'filled'} disabled={renew.isPending} onClick={() => void ask()}>
        {hook.url ? t('Make a new address') : t('Make an address')}
      </Button>
      <Button variant={account.channel === 'email' || !hook.url ? 'default' : 'filled'} onClick={onClose}>
        {t('Done')}
      </Button>
    </div>
  )
}
