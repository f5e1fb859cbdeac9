import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SalesExpense } from '@imperium/contract/sales/sales-expenses.ts'
import { formatFullDay } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { recordExpenseMutation, removeExpenseMutation } from '../api.ts'
import { expenseLabels, formatMoney } from '../sales-labels.ts'
import { Typed } from '../sums.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

interface ExpensePanelProps {
  expense: SalesExpense
  onClose: () => void
}

/** One invoice of a supplier; a draft is recorded or deleted here. */
export function ExpensePanel({ expense, onClose }: ExpensePanelProps) {
  const { supplier, supplierTaxId, supplierCountry, number, date, dueDate, currency, net, tax, amount, notes, source, status } = expense
  const refusal = useGate('sales:write')
  return (
    <SidePanel opened onClose={onClose} title={supplier} subtitle={<StatusDot {...expenseLabels[status]} />}>
      <div className={classes.stack}>
        {refusal === undefined && status === 'Draft' && <Actions expense={expense} onDeleted={onClose} />}
        <FactList
          facts={[
            [t('Number'), number],
            [t('Date'), formatFullDay(date)],
            dueDate && [t('Due date'), formatFullDay(dueDate)],
            supplierTaxId && [t('Tax ID'), supplierTaxId],
            supplierCountry && [t('Country'), supplierCountry],
            [t('Net'), formatMoney(net, currency)],
            [t('Tax'), formatMoney(tax, currency)],
            [t('Total'), <b key="total">{formatMoney(amount, currency)}</b>],
            source && [t('Read from'), source],
            notes && [t('Notes'), <Typed key="notes" text={notes} />],
          ]}
        />
        {amount < 0 && <p className={styles.hint}>{t('A credit note of the supplier: it lowers your expenses.')}</p>}
      </div>
    </SidePanel>
  )
}

function Actions({ expense: { id, supplier, number }, onDeleted }: { expense: SalesExpense; onDeleted: () => void }) {
  const record = useMutation(recordExpenseMutation)
  const remove = useMutation({ ...removeExpenseMutation, onSuccess: onDeleted })
  const params = { id }
  async function askToRecord(): Promise<void> {
    const message = t('You have checked it. A recorded expense cannot be deleted any more.')
    if (await confirm({ title: t('Record expense'), message, action: t('Record expense'), danger: false })) record.mutate({ params })
  }
  async function askToDelete(): Promise<void> {
    const message = t('Are you sure you want to delete the draft of invoice {number} of {supplier}?', { number, supplier })
    if (await confirm({ title: t('Delete draft'), message, action: t('Delete') })) remove.mutate({ params })
  }
  return (
    <div className={styles.wrapped}>
      <Button variant="default" loading={record.isPending} onClick={() => void askToRecord()}>
        {t('Record expense')}
      </Button>
      <Button variant="default" loading={remove.isPending} onClick={() => void askToDelete()}>
        {t('Delete')}
      </Button>
    </div>
  )
}
