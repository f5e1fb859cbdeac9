import { Anchor, Button, Checkbox, NumberInput, Skeleton, Switch, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { UpdateReachSettingsBody } from '@imperium/contract/contacts/consents.ts'
import type { ReachSettings } from '@imperium/contract/contacts/consents.ts'
import { channels } from '@imperium/contract/contacts/reach.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { settingsQuery, updateSettingsMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './consents.module.css'
import { PurposesCard } from './purposes-card.tsx'
import { toBody, valuesOf } from './reach-form.ts'
import type { ReachValues } from './reach-form.ts'
import { channelLabels } from './consent-labels.ts'

/** Purposes, double opt-in, quiet hours, the frequency cap and the texts of the public pages. */
export function ReachTab() {
  const { data, isError, error, refetch } = useQuery(settingsQuery)
  if (isError && !data) return <ErrorState error={error} title={t('The settings could not be loaded')} onRetry={() => void refetch()} />
  return (
    <>
      <PurposesCard />
      {data ? <ReachForm key={data.updatedAt} settings={data} /> : <Skeleton height={420} radius={12} />}
    </>
  )
}

type Form = UseFormReturnType<ReachValues>

function ReachForm({ settings }: { settings: ReachSettings }) {
  const mayEdit = useCan('consents:manage')
  const save = useMutation(updateSettingsMutation)
  const form = useContractForm<ReachValues>({
    initialValues: valuesOf(settings),
    schema: UpdateReachSettingsBody,
    toBody: (values) => toBody(values, settings),
  })
  const submit = form.onSubmit((values) =>
    save.mutate({ body: toBody(values, settings) }, { onError: (error) => void showFieldErrors(form, error) }),
  )
  return (
    <form onSubmit={submit} noValidate className={styles.stack} aria-label={t('How contacts may be reached')}>
      <ReachCard form={form} mayEdit={mayEdit} />
      <PagesCard form={form} mayEdit={mayEdit} previewUrl={settings.previewUrl} />
      {mayEdit && (
        <div className={styles.row}>
          <Button type="submit" disabled={!form.isDirty() || save.isPending}>
            {save.isPending ? t('Saving...') : t('Save settings')}
          </Button>
          {form.isDirty() && (
            <Button variant="default" onClick={form.reset}>
              {t('Discard changes')}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

function ReachCard({ form, mayEdit }: { form: Form; mayEdit: boolean }) {
  const { isQuiet, isCapped, doubleOptIn, doubleOptInSms } = form.values
  const off = !mayEdit
  return (
    <Card title={t('How contacts may be reached')} className={classes.narrow}>
      <div className={classes.form}>
        <Switch
          label={t('Double opt-in')}
          description={t('Email consent counts after the contact clicks the confirmation link. Imported consent counts immediately.')}
          checked={doubleOptIn}
          onChange={(event) => form.setFieldValue('doubleOptIn', event.currentTarget.checked)}
          disabled={off}
        />
        <Switch
          label={t('Double opt-in for SMS')}
          description={t('SMS consent counts after the contact replies YES to a confirmation message.')}
          checked={doubleOptInSms}
          onChange={(event) => form.setFieldValue('doubleOptInSms', event.currentTarget.checked)}
          disabled={off}
        />
        <Switch
          label={t('Quiet hours')}
          description={t('Messages wait until they are over, in the time zone of the contact or else of the organization.')}
          checked={isQuiet}
          onChange={(event) => form.setFieldValue('isQuiet', event.currentTarget.checked)}
          disabled={off}
        />
        {isQuiet && (
          <>
            <div className={classes.pair}>
              <TextInput type="time" label={t('From||time')} disabled={off} {...form.getInputProps('quietFrom')} />
              <TextInput type="time" label={t('Until||time')} disabled={off} {...form.getInputProps('quietUntil')} />
            </div>
            <Checkbox.Group label={t('Channels')} {...form.getInputProps('quietChannels')}>
              <div className={classes.row}>
                {channels.map((channel) => (
                  <Checkbox key={channel} value={channel} label={channelLabels[channel]} disabled={off} />
                ))}
              </div>
            </Checkbox.Group>
          </>
        )}
        <Switch
          label={t('Frequency cap')}
          description={t('Contacts with this many campaign and workflow messages, across all channels, are skipped.')}
          checked={isCapped}
          onChange={(event) => form.setFieldValue('isCapped', event.currentTarget.checked)}
          disabled={off}
        />
        {isCapped && (
          <div className={classes.pair}>
            <NumberInput
              label={t('Messages')}
              min={1}
              max={1000}
              allowDecimal={false}
              disabled={off}
              {...form.getInputProps('capMessages')}
            />
            <NumberInput label={t('In days')} min={1} max={90} allowDecimal={false} disabled={off} {...form.getInputProps('capDays')} />
          </div>
        )}
      </div>
    </Card>
  )
}

function PagesCard({ form, mayEdit, previewUrl }: { form: Form; mayEdit: boolean; previewUrl: string }) {
  return (
    <Card
      title={t('Public pages')}
      className={classes.narrow}
      aside={
        <Anchor href={previewUrl} target="_blank" rel="noopener" size="sm">
          {t('Preview')}
        </Anchor>
      }
    >
      <div className={classes.form}>
        <p className={classes.text}>{t('Texts of the preference page. The preview shows the saved state.')}</p>
        <TextInput
          label={t('Title')}
          placeholder={t('Your preferences')}
          maxLength={120}
          disabled={!mayEdit}
          {...form.getInputProps('pageTitle')}
        />
        <Textarea
          label={t('Text')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          disabled={!mayEdit}
          {...form.getInputProps('pageText')}
        />
        <TextInput
          label={t('Answer to HELP')}
          description={t('The reply to HELP by SMS: who to contact. Default: the contact of the organization.')}
          maxLength={300}
          disabled={!mayEdit}
          {...form.getInputProps('helpText')}
        />
      </div>
    </Card>
  )
}
