import { Button, Loader, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { payMutation } from './api.ts'
import type { Payment } from './api.ts'
import classes from './billing.module.css'
import { formatPrice } from '../../ui/text/format-price.ts'
import { useArrival } from './use-arrival.ts'
import type { PaymentFlow } from './use-payment.ts'

type Outcome = 'success' | 'failure' | 'late'

/** Stands for the provider's checkout: a payment that arrives, is refused, or comes late. No money moves. */
export function SandboxDialog({ payment, flow }: { payment: Payment; flow: PaymentFlow }) {
  const organization = useOrganization()
  const { order } = payment
  const amount = formatPrice(order.amount, order.currency)
  const [state, setState] = useState<'open' | 'refused' | 'late'>('open')
  const pay = useMutation({
    ...payMutation,
    onSuccess: async ({ status, paymentId, signature }) => {
      if (status === 'late') setState('late')
      else if (status === 'failed' || paymentId === null || signature === null) setState('refused')
      else await flow.prove(payment, { paymentId, signature })
    },
  })
  const choose = (outcome: Outcome) => pay.mutate({ body: { orderId: order.orderId, outcome } })
  useArrival(order.receipt, state === 'late', flow.settled)
  return (
    <Modal opened onClose={flow.close} title={t('Sandbox checkout')} size={440} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className={classes.checkout}>
        <Notice tone="info" title={t('This is a test payment: no money moves.')} />
        <FactList
          facts={[
            [t('For'), payment.name],
            [t('Amount'), amount],
            [t('Number'), order.receipt],
            [t('Organization'), organization.name],
            organization.billingEmail && [t('Billing email'), organization.billingEmail],
          ]}
        />
        {state === 'refused' && <Notice tone="bad" title={t('The payment was refused. You can try again.')} />}
        {pay.error instanceof ApiError && <Notice tone="bad" title={pay.error.message} />}
        {state === 'late' ? (
          <p className={classes.waiting} role="status">
            <Loader size={16} aria-hidden />
            {t('Waiting for the payment to arrive. You can close this: it counts when it arrives.')}
          </p>
        ) : (
          <div className={classes.choices}>
            <Button onClick={() => choose('success')} loading={pay.isPending}>
              {t('Pay {amount}', { amount })}
            </Button>
            <Button variant="default" onClick={() => choose('failure')} disabled={pay.isPending}>
              {t('Let it be refused')}
            </Button>
            <Button variant="default" onClick={() => choose('late')} disabled={pay.isPending}>
              {t('Let it arrive late')}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  )
}
