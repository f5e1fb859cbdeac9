import { Button, Modal, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { AccountHook, ChannelAccount } from '@imperium/contract/channel-accounts.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/confirm.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { hookQuery, renewHookMutation } from './api.ts'
import { CopyField } from './copy-field.tsx'
import classes from './channels.module.css'

const signedWords: Record<AccountHook['signedBy'], string> = {
  twilio: t("Its calls are checked by Twilio's signature, made with the auth token of the account."),
  whatsapp: t("Its calls are checked by WhatsApp's signature, made with the app secret of the account."),
  'standard-webhooks': t('Sign each call with the secret, as Standard Webhooks describe: JSON events, or whole mails as message/rfc822.'),
}

/** Where a provider reports deliveries, bounces and replies of an account. */
export function HookDialog({ account, onClose }: { account: ChannelAccount; onClose: () => void }) {
  const { data, error, refetch } = useQuery(hookQuery(account.id))
  const renew = useMutation(renewHookMutation)
  const hook = renew.data ?? data
  async function ask(): Promise<void> {
    const message = t('The present address stops working at once: the provider must be given the new one.')
    if (!hook?.url || (await confirm({ title: t('Make a new address'), message, action: t('Make a new address') })))
      renew.mutate({ params: { id: account.id } })
  }
  return (
    <Modal.Root opened onClose={onClose} size="620px">
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg">
        <Modal.Header>
          <Modal.Title>{t('Reports of {name}', { name: account.name })}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body className={classes.stack}>
          {error && <ErrorState plain error={error} title={t('The address could not be loaded')} onRetry={() => void refetch()} />}
          {!hook && !error && <Skeleton height={150} radius={10} />}
          {hook && (
            <>
              <p className={classes.note}>
                {t('Give this address to the provider: deliveries, bounces, complaints and replies come in by it.')}{' '}
                {signedWords[hook.signedBy]}
              </p>
              {hook.url ? <CopyField label={t('Address')} value={hook.url} /> : <p className={classes.note}>{t('There is none yet.')}</p>}
              {hook.verifyToken && <CopyField label={t('Verify token')} value={hook.verifyToken} />}
              {hook.newSecret && (
                <>
                  <CopyField label={t('Signing secret')} value={hook.newSecret} />
                  <p className={classes.note}>{t('Copy the secret now. It is never shown again.')}</p>
                </>
              )}
              {!hook.hasSecret && (
                <p className={classes.warning}>{t('The app secret is missing: until it is entered, every report is refused.')}</p>
              )}
              <div className={classes.buttons}>
                <Button variant="default" disabled={renew.isPending} onClick={() => void ask()}>
                  {hook.url ? t('Make a new address') : t('Make an address')}
                </Button>
                <Button onClick={onClose}>{t('Done')}</Button>
              </div>
            </>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
