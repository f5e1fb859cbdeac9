import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SalesCreditBody, salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { invalidates } from '../api.ts'
import { lettersWithoutFont } from '../documents/letters-without-font.ts'
import styles from '../../../ui/styles.module.css'

const texts = {
  credit: {
    title: t('Issue credit note'),
    about: t('Credits all that was not credited yet. The invoice stays as it is.'),
    done: t('Credit note issued'),
    failed: t('The credit note could not be issued'),
  },
  void: {
    title: t('Void invoice'),
    about: t('The invoice is not valid any more. Its number stays used.'),
    done: t('Invoice voided'),
    failed: t('The invoice could not be voided'),
  },
}

/** Why an invoice is credited or voided. */
export function ReasonDialog({ kind, id, onClose }: { kind: 'credit' | 'void'; id: string; onClose: () => void }) {
  const { title, about, done, failed } = texts[kind]
  const form = useContractForm({ initialValues: { reason: '' }, schema: SalesCreditBody })
  /** The reason that was looked through before it is printed, and what no font has of it. */
  const [told, setTold] = useState<{ reason: string; missing: readonly string[] }>()
  const showError = (error: Error) => {
    if (!showFieldErrors(form, error)) reportError(error, failed)
  }
  const save = useMutation({
    mutationFn: (body: { reason: string }) =>
      kind === 'credit' ? call(salesInvoices.credit, { params: { id }, body }) : call(salesInvoices.void, { params: { id }, body }),
    meta: { silent: true, success: done, invalidates },
    onSuccess: onClose,
    onError: showError,
  })
  const check = useMutation({
    mutationFn: ({ reason }: { reason: string }) => call(salesInvoices.findMissingLetters, { body: { text: reason } }),
    meta: { silent: true },
    onSuccess: ({ missingLetters }, { reason }) => {
      setTold({ reason, missing: missingLetters })
      if (missingLetters.length === 0) save.mutate({ reason })
    },
    onError: showError,
  })
  const missing = told?.reason === form.values.reason ? told.missing : []
  const submit = (body: { reason: string }) => (kind === 'void' || told?.reason === body.reason ? save : check).mutate(body)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      onSubmit={form.onSubmit(submit)}
      submitLabel={title}
      busyLabel={t('Saving...')}
      busy={save.isPending || check.isPending}
      width={460}
    >
      <p className={styles.hint}>{about}</p>
      <Textarea label={t('Reason')} withAsterisk autosize minRows={2} maxLength={300} data-autofocus {...form.getInputProps('reason')} />
      {missing.length > 0 && (
        <p className={styles.hint} role="status">
          {lettersWithoutFont(missing)}
        </p>
      )}
    </FormDialog>
  )
}
