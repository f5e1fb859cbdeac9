import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChartOfAccounts, ledgerAccounts, salesRegisters } from '@imperium/contract/sales/sales-registers.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { chartQuery } from '../api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

const labels: Readonly<Record<(typeof ledgerAccounts)[number], string>> = {
  'sales:receivable': t('Receivables from customers'),
  'sales:income': t('Income from sales'),
  'sales:tax': t('Tax owed'),
  'sales:rounding': t('Rounding differences'),
  'sales:received': t('Money received'),
  'sales:overpaid': t('Credit balances of customers'),
  'sales:withheld': t('Tax withheld by customers (TDS)'),
}

/** The account numbers that the export of the ledger carries. */
export function ChartDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(chartQuery)
  if (error) throw error
  return data ? <ChartForm chart={data} onClose={onClose} /> : null
}

function ChartForm({ chart, onClose }: { chart: ChartOfAccounts; onClose: () => void }) {
  const refusal = useGate('sales:manage')
  const form = useContractForm<ChartOfAccounts>({ initialValues: chart, schema: ChartOfAccounts })
  const save = useMutation({
    mutationFn: (body: ChartOfAccounts) => call(salesRegisters.updateAccounts, { body }),
    meta: { silent: true, success: t('Chart of accounts saved'), invalidates: [['sales-registers']] },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The chart of accounts could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Chart of accounts')}
      onSubmit={form.onSubmit((body) => save.mutate(body))}
      submitLabel={t('Save changes')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      width={560}
    >
      <p className={styles.hint}>
        {t('The numbers of your own accounts, for the export of the ledger. Where none is set, our name stands.')}
      </p>
      <div className={classes.pair}>
        {ledgerAccounts.map((account, at) => (
          <TextInput
            key={account}
            label={labels[account]}
            maxLength={20}
            data-autofocus={at === 0 || undefined}
            {...form.getInputProps(account)}
          />
        ))}
      </div>
    </FormDialog>
  )
}
