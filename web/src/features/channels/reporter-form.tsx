import { Button, PasswordInput, Select, TextInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { reportProviders, UpdateHookBody } from '@imperium/contract/channels/delivery-reports.ts'
import type { ReportProvider } from '@imperium/contract/channels/delivery-reports.ts'
import type { AccountHook } from '@imperium/contract/channels/channel-accounts.ts'
import type { z } from 'zod'
import { t } from '../../lib/words.ts'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { updateHookMutation } from './api.ts'
import { reporterSteps, reporterLabels } from './report-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

interface Values extends Record<string, unknown> {
  provider: ReportProvider
  topicArn: string
  verificationKey: string
  signingKey: string
}

/** The subset of the values that the chosen provider uses. */
function bodyOf({ provider, topicArn, verificationKey, signingKey }: Values): z.input<typeof UpdateHookBody> {
  switch (provider) {
    case 'ses':
      return { provider, topicArn }
    case 'sendgrid':
      return { provider, verificationKey }
    case 'mailgun':
      return { provider, signingKey }
    case 'postmark':
    case 'standard-webhooks':
      return { provider }
  }
}

interface ReporterFormProps {
  accountId: string
  hook: AccountHook
  /** The initial choice. */
  suggested: ReportProvider
  onChoose: (provider: ReportProvider) => void
  onSaved: (hook: AccountHook) => void
}

/** Chooses the provider that reports on an account's emails, with setup steps and verification keys. */
export function ReporterForm({ accountId, hook, suggested, onChoose, onSaved }: ReporterFormProps) {
  const update = useMutation(updateHookMutation)
  const form = useContractForm<Values>({
    schema: UpdateHookBody,
    toBody: bodyOf,
    initialValues: { provider: suggested, topicArn: hook.topicArn ?? '', verificationKey: '', signingKey: '' },
  })
  const { provider } = form.values
  const isKept = hook.signedBy === provider && hook.hasSecret
  const kept = isKept ? t('One is stored. Enter another one to replace it.') : undefined
  const steps = reporterSteps[provider]
  const submit = form.onSubmit((values) =>
    update.mutate(
      { params: { id: accountId }, body: bodyOf(values) },
      { onSuccess: onSaved, onError: (error) => void showFieldErrors(form, error) },
    ),
  )
  return (
    <form onSubmit={submit} noValidate className={styles.stack}>
      <Select
        label={t('Provider of delivery reports')}
        data={reportProviders.map((value) => ({ value, label: reporterLabels[value] }))}
        allowDeselect={false}
        value={provider}
        onChange={(next) => {
          const chosen = reportProviders.find((each) => each === next)
          if (!chosen) return
          form.clearErrors()
          form.setFieldValue('provider', chosen)
          onChoose(chosen)
        }}
      />
      {steps.length > 0 && (
        <ol className={classes.steps} aria-label={t('What to do with the provider')}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {provider === 'ses' && (
        <TextInput
          label={t('ARN of the topic')}
          withAsterisk
          placeholder="arn:aws:sns:eu-west-1:123456789012:mail-reports"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('topicArn')}
        />
      )}
      {provider === 'sendgrid' && (
        <Textarea
          label={t('Verification key')}
          withAsterisk={!isKept}
          description={kept}
          placeholder="MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE..."
          autosize
          minRows={2}
          maxRows={5}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: classes.mono }}
          {...form.getInputProps('verificationKey')}
        />
      )}
      {provider === 'mailgun' && (
        <PasswordInput
          label={t('Signing key')}
          withAsterisk={!isKept}
          description={kept}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the secret') }}
          {...form.getInputProps('signingKey')}
        />
      )}
      {(provider !== hook.signedBy || provider === 'ses' || provider === 'sendgrid' || provider === 'mailgun') && (
        <div className={styles.buttons}>
          <Button type="submit" loading={update.isPending}>
            {t('Save')}
          </Button>
        </div>
      )}
    </form>
  )
}
