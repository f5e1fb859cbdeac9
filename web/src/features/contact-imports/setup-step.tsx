import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import type { ContactImport } from '@imperium/contract/contacts/contact-imports.ts'
import { ApiError } from '../../lib/api-error.ts'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { cancelMutation, fieldsQuery, previewQuery, purposesQuery, startMutation } from './api.ts'
import type { Layout } from './api.ts'
import { ColumnsTable } from './columns-table.tsx'
import { ConsentStep } from './consent-step.tsx'
import { Stage } from './import-steps.tsx'
import { NewFields } from './new-fields.tsx'
import classes from './imports.module.css'
import { emptySettings, hasConsentColumn, toSettings, withDefaults } from './settings-form.ts'
import type { SettingsForm } from './settings-form.ts'

interface SetupStepProps {
  held: ContactImport
  isConsent: boolean
  onStep: (step: 'columns' | 'consent') => void
  onGone: () => void
}

/** The second and the third step: the columns, and then consent and the start. */
export function SetupStep({ held, isConsent, onStep, onGone }: SetupStepProps) {
  const [layout, setLayout] = useState<Layout>({})
  const preview = useQuery({ ...previewQuery(held.id, layout), placeholderData: keepPreviousData })
  const fields = useQuery(fieldsQuery)
  const purposes = useQuery(purposesQuery)
  const [form, setForm] = useState<SettingsForm>(emptySettings)
  // After a reload the columns are the recognised ones again: they are looked at first.
  const [hasSeenColumns, setHasSeenColumns] = useState(false)
  const main = useRef<HTMLDivElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const start = useMutation(startMutation)
  const cancel = useMutation(cancelMutation)
  const change = (more: Partial<SettingsForm>) => {
    setForm((now) => ({ ...now, ...more }))
    setErrors({})
  }

  // A keyboard user goes on at the start of the step.
  function go(step: 'columns' | 'consent'): void {
    onStep(step)
    main.current?.focus({ preventScroll: true })
  }
  function goOn(): void {
    if (!preview.data?.columns.some(({ target }) => target === 'email' || target === 'phone'))
      return setErrors({ columns: t('Choose the column with the email address or the phone number') })
    setErrors({})
    setHasSeenColumns(true)
    go('consent')
  }

  async function submit(): Promise<void> {
    if (!preview.data) return
    const whole = withDefaults(form, preview.data, purposes.data ?? [])
    if (whole.consent === '') return setErrors({ consent: t('Choose the consent first: contacts cannot be messaged without it') })
    const settings = toSettings(preview.data, whole)
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
  const shown = isConsent && hasSeenColumns ? 'consent' : 'columns'
  return (
    <Stage start={main} current={shown}>
      {shown === 'columns' ? (
        <>
          <NewFields preview={preview.data} fields={fields.data ?? []} onChange={setLayout} />
          <ColumnsTable preview={preview.data} fields={fields.data ?? []} stale={preview.isPlaceholderData} onChange={setLayout} />
        </>
      ) : (
        <ConsentStep
          form={withDefaults(form, preview.data, purposes.data ?? [])}
          change={change}
          errors={errors}
          purposes={purposes.data ?? []}
          ofRows={hasConsentColumn(preview.data)}
        />
      )}
      <div className={classes.end}>
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        {shown === 'columns' ? (
          <>
            <Button
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ params: { id: held.id } }, { onSuccess: onGone })}
            >
              {t('Discard file')}
            </Button>
            <Button disabled={preview.isPlaceholderData} onClick={goOn}>
              {t('Next: {step}', { step: t('Consent') })}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={() => go('columns')}>
              {t('Back')}
            </Button>
            <Button loading={start.isPending} disabled={preview.isPlaceholderData} onClick={() => void submit()}>
              {t('Start import')}
            </Button>
          </>
        )}
      </div>
    </Stage>
  )
}
