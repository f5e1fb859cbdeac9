import { useMutation } from '@tanstack/react-query'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { invalidates } from '../api.ts'
import type { DocumentFormProps } from '../documents/documents-page.tsx'
import { DocumentFields } from './document-fields.tsx'
import type { DocumentValues } from './document-form.ts'

interface DocumentDialogProps<Values extends DocumentValues, Schema extends z.ZodType> extends Omit<DocumentFormProps, 'id'> {
  settings: SalesSettings
  title: string
  submitLabel: string
  success: string
  failure: string
  initialValues: Values
  schema: Schema
  toBody: (values: Values) => unknown
  save: (body: z.output<Schema>) => Promise<{ id: string }>
  /** Fields of this kind of document, below the lines. */
  children: (form: UseFormReturnType<Values>) => ReactNode
}

/** The form of a document with lines. */
export function DocumentDialog<Values extends DocumentValues, Schema extends z.ZodType>({
  settings,
  title,
  submitLabel,
  success,
  failure,
  initialValues,
  schema,
  toBody,
  save,
  refusal,
  onClose,
  onSaved,
  children,
}: DocumentDialogProps<Values, Schema>) {
  const form = useContractForm<Values>({ initialValues, schema, toBody })
  const saving = useMutation({
    mutationFn: (values: Values) => save(schema.parse(toBody(values))),
    meta: { silent: true, success, invalidates },
    onSuccess: ({ id }) => onSaved(id),
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, failure)
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      submitLabel={submitLabel}
      busyLabel={t('Saving...')}
      busy={saving.isPending}
      disabledReason={refusal}
      width={860}
    >
      <DocumentFields form={form as never} settings={settings} />
      {children(form)}
    </FormDialog>
  )
}
