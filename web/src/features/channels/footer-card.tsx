import { Button, NumberInput, Skeleton, Switch, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { UpdateEmailSettingsBody } from '@imperium/contract/channels/senders.ts'
import type { EmailSettings } from '@imperium/contract/channels/senders.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { emailSettingsQuery, saveEmailSettingsMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

/** The footer of every campaign email, and the tracking settings. */
export function FooterCard({ mayManage }: { mayManage: boolean }) {
  const { data, error, refetch } = useQuery(emailSettingsQuery)
  return (
    <Card title={t('Footer and tracking')}>
      {error && !data && <ErrorState plain error={error} title={t('The settings could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} radius={8} />}
      {data && <FooterForm key={data.updatedAt ?? ''} settings={data} mayManage={mayManage} />}
    </Card>
  )
}

function FooterForm({ settings, mayManage }: { settings: EmailSettings; mayManage: boolean }) {
  const save = useMutation(saveEmailSettingsMutation)
  const { footerText, trackOpens, trackClicks, launchLimit, postalAddress, updatedAt } = settings
  const form = useContractForm({ schema: UpdateEmailSettingsBody, initialValues: { footerText, trackOpens, trackClicks, launchLimit } })
  const submit = form.onSubmit((values) =>
    save.mutate({ body: { ...values, updatedAt } }, { onError: (error) => void showFieldErrors(form, error) }),
  )
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Textarea
        label={t('Footer text')}
        description={t('Below every campaign email, above the unsubscribe link. Contact fields such as {{ first_name }} may be used.')}
        autosize
        minRows={3}
        maxRows={10}
        disabled={!mayManage}
        {...form.getInputProps('footerText')}
      />
      <p className={styles.textWrap}>
        {postalAddress ? (
          t('Postal address in each email: {address}', { address: postalAddress })
        ) : (
          <Rich
            text={t('Many countries require a postal address in each email. Enter it in the <link>organization profile</link>.')}
            tags={{ link: <OrgLink path="settings/organization" /> }}
          />
        )}
      </p>
      <Switch
        label={t('Count opens')}
        description={t('New campaigns start with this choice.')}
        disabled={!mayManage}
        {...form.getInputProps('trackOpens', { type: 'checkbox' })}
      />
      <Switch label={t('Count clicks')} disabled={!mayManage} {...form.getInputProps('trackClicks', { type: 'checkbox' })} />
      <NumberInput
        label={t('Most recipients a member can reach without approval')}
        description={t('Above this number, an owner or admin approves the campaign.')}
        min={0}
        allowDecimal={false}
        thousandSeparator=","
        hideControls
        disabled={!mayManage}
        {...form.getInputProps('launchLimit')}
      />
      {mayManage && (
        <div className={styles.buttons}>
          <Button type="submit" disabled={save.isPending || !form.isDirty()}>
            {save.isPending ? t('Saving...') : t('Save changes')}
          </Button>
        </div>
      )}
    </form>
  )
}
