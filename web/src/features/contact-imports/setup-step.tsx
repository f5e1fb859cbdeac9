import '@mantine/core/styles/Radio.layer.css'
import { Button, Checkbox, NativeSelect, Radio, Skeleton, TagsInput, TextInput, Textarea } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DedupeRule, ImportSettings, dedupeRules } from '@imperium/contract/contacts/contact-imports.ts'
import type { ContactImport, ImportConsent } from '@imperium/contract/contacts/contact-imports.ts'
import { channels } from '@imperium/contract/contacts/reach.ts'
import { ApiError } from '../../lib/api-error.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { cancelMutation, fieldsQuery, previewQuery, purposesQuery, startMutation } from './api.ts'
import type { Layout } from './api.ts'
import { ColumnsTable } from './columns-table.tsx'
import { channelLabels, dedupeLabels } from './import-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './imports.module.css'
import { emptySettings, hasConsentColumn, toSettings } from './settings-form.ts'
import type { SettingsForm } from './settings-form.ts'

/** Columns, existing contacts and consent; then the start. */
export function SetupStep({ held, onGone }: { held: ContactImport; onGone: () => void }) {
  const [layout, setLayout] = useState<Layout>({})
  const preview = useQuery({ ...previewQuery(held.id, layout), placeholderData: keepPreviousData })
  const fields = useQuery(fieldsQuery)
  const [form, setForm] = useState<SettingsForm>(emptySettings)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const start = useMutation(startMutation)
  const cancel = useMutation(cancelMutation)
  const change = (more: Partial<SettingsForm>) => {
    setForm((now) => ({ ...now, ...more }))
    setErrors({})
  }

  async function submit(): Promise<void> {
    if (!preview.data) return
    if (form.consent === '') return setErrors({ consent: t('Choose the consent first: contacts cannot be messaged without it') })
    const settings = toSettings(preview.data, form)
    const found = fieldErrors(ImportSettings, settings)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    try {
      await start.mutateAsync({ params: { id: held.id }, body: { settings } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const named = Object.fromEntries(Object.entries(error.fields).map(([path, message]) => [path.replace(/^settings\./, ''), message]))
      setErrors(Object.keys(named).length > 0 ? named : { form: error.message })
    }
  }

  // The chosen layout may be the cause of the error: reset it to the detected one.
  const readAgain = () => (Object.keys(layout).length > 0 ? setLayout({}) : void preview.refetch())
  if (preview.isError && !preview.data)
    return (
      <>
        <ErrorState error={preview.error} title={t('The file could not be read')} onRetry={readAgain} />
        <div className={classes.end}>
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: held.id } }, { onSuccess: onGone })}
          >
            {t('Choose another file')}
          </Button>
        </div>
      </>
    )
  if (!preview.data) return <Skeleton height={360} radius="lg" />
  const problem = errors['form'] ?? errors['columns'] ?? Object.entries(errors).find(([path]) => path.startsWith('columns'))?.[1]
  return (
    <>
      <ColumnsTable preview={preview.data} fields={fields.data ?? []} stale={preview.isPlaceholderData} onChange={setLayout} />
      <div className={classes.options}>
        <KnownPeople form={form} change={change} error={errors['tags']} />
        <ConsentCard form={form} change={change} errors={errors} ofRows={hasConsentColumn(preview.data)} />
      </div>
      <div className={classes.end}>
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { id: held.id } }, { onSuccess: onGone })}
        >
          {t('Discard file')}
        </Button>
        <Button loading={start.isPending} disabled={preview.isPlaceholderData} onClick={() => void submit()}>
          {t('Start import')}
        </Button>
      </div>
    </>
  )
}

interface PartProps {
  form: SettingsForm
  change: (more: Partial<SettingsForm>) => void
}

function KnownPeople({ form, change, error }: PartProps & { error: string | undefined }) {
  return (
    <Card title={t('People you know already')}>
      <p className={classes.text}>{t('Contacts are matched by email address, or by phone number if a row has no email.')}</p>
      <div className={styles.stack}>
        <Radio.Group
          aria-label={t('People you know already')}
          value={form.dedupe}
          onChange={(value) => change({ dedupe: DedupeRule.parse(value) })}
        >
          <div className={styles.stack}>
            {dedupeRules.map((rule) => (
              <Radio key={rule} value={rule} label={dedupeLabels[rule].label} description={dedupeLabels[rule].text} />
            ))}
          </div>
        </Radio.Group>
        <TagsInput
          label={t('Tags for all contacts in this import')}
          value={form.tags}
          maxTags={10}
          onChange={(tags) => change({ tags })}
          {...(error ? { error } : {})}
        />
      </div>
    </Card>
  )
}

interface ConsentProps extends PartProps {
  errors: Record<string, string>
  /** A column contains the consent. */
  ofRows: boolean
}

function ConsentCard({ form, change, errors, ofRows }: ConsentProps) {
  return (
    <Card title={t('Consent')}>
      <p className={classes.text}>{t("Only contacts with consent get messages. A contact's own opt-out always stays.")}</p>
      <div className={styles.stack}>
        <Radio.Group
          aria-label={t('Consent')}
          classNames={{ error: classes.under ?? '' }}
          value={form.consent}
          onChange={(value) => change({ consent: value === 'granted' || value === 'confirm' ? value : 'none' })}
          {...(errors['consent'] ? { error: errors['consent'] } : {})}
        >
          <div className={styles.stack}>
            <Radio value="granted" label={t('These contacts gave consent')} />
            <Radio
              value="confirm"
              label={t('Ask them to confirm')}
              description={t('We email each person a confirmation link. They get campaigns after clicking it.')}
            />
            <Radio value="none" label={t('No consent: record none')} description={t('They stay contacts, but no campaign reaches them.')} />
          </div>
        </Radio.Group>
        {ofRows && (
          <p className={classes.text}>{t('The consent columns of a row apply to that contact. This applies to rows without them.')}</p>
        )}
        {(form.consent === 'granted' || form.consent === 'confirm' || (form.consent === 'none' && ofRows)) && (
          <ConsentFields form={form} change={change} errors={errors} kind={form.consent} />
        )}
      </div>
    </Card>
  )
}

function ConsentFields({ form, change, errors, kind }: Omit<ConsentProps, 'ofRows'> & { kind: ImportConsent['kind'] }) {
  const purposes = useQuery(purposesQuery)
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const open = purposes.data?.filter((purpose) => purpose.archivedAt === null) ?? []
  const errorOf = (path: string) => {
    const message = errors[`consent.${path}`] ?? errors[`consent.rows.${path}`]
    return message ? { error: message } : {}
  }
  return (
    <>
      {kind !== 'confirm' && (
        <Checkbox.Group
          label={kind === 'none' ? t('Rows with consent, by') : t('By')}
          value={form.channels}
          onChange={(value) => change({ channels: channels.filter((channel) => value.includes(channel)) })}
          {...errorOf('channels')}
        >
          <div className={classes.layout} style={{ margin: '6px 0 0' }}>
            {channels.map((channel) => (
              <Checkbox key={channel} value={channel} label={channelLabels[channel]} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <NativeSelect
        label={t('For')}
        value={form.purpose}
        data={[{ value: '', label: t('Choose a purpose') }, ...open.map(({ key, name }) => ({ value: key, label: name }))]}
        onChange={(event) => change({ purpose: event.currentTarget.value })}
        {...errorOf('purpose')}
      />
      {kind !== 'none' && (
        <Textarea
          label={kind === 'confirm' ? t('Source of these addresses') : t('Source of consent')}
          description={t('It is stored with each contact as proof.')}
          placeholder={t('Sign-up form of our shop, with a confirmation email')}
          value={form.source}
          maxLength={500}
          autosize
          minRows={2}
          onChange={(event) => change({ source: event.currentTarget.value.replaceAll('\n', ' ') })}
          {...errorOf('source')}
        />
      )}
      {kind === 'granted' && (
        <TextInput
          type="date"
          label={t('Consent date (if known)')}
          value={form.obtainedOn}
          max={today}
          onChange={(event) => change({ obtainedOn: event.currentTarget.value })}
          {...errorOf('obtainedAt')}
        />
      )}
    </>
  )
}
