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
import { reporterOfHost, signedByLabels } from './report-labels.ts'
import { ReporterForm } from './reporter-form.tsx'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

/** The webhook URL for deliveries, bounces and replies of an account, and its state. */
export function HookDialog({ account, onClose }: { account: ChannelAccount; onClose: () => void }) {
  const { data: hook, error, refetch } = useQuery(hookQuery(account.id))
  /** Shown only once. */
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
        <Modal.Body className={styles.stack}>
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

/** The URL and secret for the provider, and whether its calls are authenticated. */
function Address({ hook, secret, isSaved }: { hook: AccountHook; secret: string | null; isSaved: boolean }) {
  return (
    <>
      <p className={styles.textWrap}>
        {t('Enter this URL at the provider. Deliveries, bounces, complaints and replies are received there.')}{' '}
        {isSaved && signedByLabels[hook.signedBy]}
      </p>
      {hook.url ? <CopyField label={t('Address')} value={hook.url} /> : <p className={styles.textWrap}>{t('There is none yet.')}</p>}
      {hook.verifyToken && <CopyField label={t('Verify token')} value={hook.verifyToken} />}
      {hook.userName && <CopyField label={t('User name')} value={hook.userName} />}
      {secret && (
        <>
          <CopyField label={hook.signedBy === 'postmark' ? t('Password') : t('Signing secret')} value={secret} />
          <p className={styles.textWrap}>{t('Copy the secret now. It is never shown again.')}</p>
        </>
      )}
      {isSaved && hook.url && !hook.hasSecret && (
        <p className={`${styles.textWrap} ${classes.warning}`}>
          {hook.signedBy === 'whatsapp'
            ? t('The app secret is missing: until it is entered, every report is refused.')
            : t('The signing secret is missing. Until it is entered, every report is rejected.')}
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
        ? t('The current URL and password stop working immediately. Enter the new ones at the provider.')
        : t('The current URL stops working immediately. Enter the new one at the provider.')
    if (!hook.url || (await confirm({ title: t('Create a new URL'), message, action: t('Create a new URL') })))
      renew.mutate({ params: { id: account.id } }, { onSuccess: onMade })
  }
  return (
    <div className={styles.buttons}>
      <Button variant={hook.url ? 'default' : 'filled'} disabled={renew.isPending} onClick={() => void ask()}>
        {hook.url ? t('Create a new URL') : t('Create a URL')}
      </Button>
      <Button variant={account.channel === 'email' || !hook.url ? 'default' : 'filled'} onClick={onClose}>
        {t('Done')}
      </Button>
    </div>
  )
}
