import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { salesRegisters } from '@imperium/contract/sales/sales-registers.ts'
import { downloadFile } from '../../../lib/download.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { thisYear } from '../documents/this-year.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

/** Downloads the entries of a period for the accountant. */
export function LedgerDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm({ initialValues: thisYear(), schema: salesRegisters.ledger.query })
  const download = useMutation({
    mutationFn: (query: { from: string; to: string }) => downloadFile(salesRegisters.ledger, { query }),
    meta: { failure: t('The ledger could not be exported') },
    onSuccess: onClose,
  })
  const { from, to } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Export the ledger')}
      onSubmit={form.onSubmit((query) => download.mutate(query))}
      submitLabel={t('Download CSV')}
      busyLabel={t('Downloading...')}
      busy={download.isPending}
      disabledReason={to < from ? t('The period ends before it begins') : undefined}
      width={560}
    >
      <p className={styles.hint}>
        {t('Every entry with its debit and credit, and the account numbers of your chart of accounts where they are set.')}
      </p>
      <div className={classes.pair}>
        <TextInput type="date" label={t('From')} withAsterisk data-autofocus {...form.getInputProps('from')} />
        <TextInput type="date" label={t('To')} withAsterisk {...form.getInputProps('to')} />
      </div>
    </FormDialog>
  )
}
