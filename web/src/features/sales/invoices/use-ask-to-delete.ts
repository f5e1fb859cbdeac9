import { useMutation } from '@tanstack/react-query'
import type { SalesInvoice } from '@imperium/contract/sales/sales-invoices.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { removeMutation } from '../api.ts'

/** Asks, and deletes the draft. */
export function useAskToDelete({ id, customer }: Pick<SalesInvoice, 'id' | 'customer'>, onDeleted?: () => void): () => void {
  const remove = useMutation(removeMutation)
  return () =>
    void (async () => {
      const message = t('Are you sure you want to delete the draft for {customer}?', { customer })
      if (await confirm({ title: t('Delete draft'), message, action: t('Delete') }))
        remove.mutate({ params: { id } }, onDeleted ? { onSuccess: onDeleted } : {})
    })()
}
