import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { billing } from '@imperium/contract/billing/billing.ts'
import type { BillingRecord, CreateOrderBody, PaymentOrder, Subscription } from '@imperium/contract/billing/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { ApiError, call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { changedByPayment } from './api.ts'
import type { Payment, Proof } from './api.ts'

export interface PaymentFlow {
  /** The order that the sandbox's checkout is open for. */
  open: Payment | null
  isStarting: boolean
  start: (body: CreateOrderBody, name: string) => void
  prove: (payment: Payment, proof: Proof) => Promise<void>
  /** The payment arrived without the browser's help. */
  settled: (record: BillingRecord) => void
  close: () => void
}

/** From the choice to the paid plan: order, checkout, proof. */
export function usePayment(provider: Subscription['provider'] | undefined): PaymentFlow {
  const client = useQueryClient()
  const organization = useOrganization()
  const [open, setOpen] = useState<Payment | null>(null)
  const refresh = () => Promise.all(changedByPayment.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })))

  function arrived({ type, name }: Pick<Payment, 'type' | 'name'>): void {
    setOpen(null)
    if (type === 'ADD_ON') notify.success(t('The add-on was added'))
    else if (type === 'CREDITS') notify.success(t('AI credits were added'))
    else
      notify.success(type === 'CONTRIBUTION' ? t('Thank you for your contribution!') : t('You are now on the {plan} plan', { plan: name }))
    void refresh()
  }

  function settled({ purpose, planType, status }: BillingRecord): void {
    if (status === 'PAID') return arrived({ type: purpose, name: planType === null ? '' : planNames[planType] })
    setOpen(null)
    notify.info(t('The payment arrived, but bought nothing. It is kept as a credit.'))
    void refresh()
  }

  async function prove(payment: Payment, { paymentId, signature }: Proof): Promise<void> {
    const { orderId, amount } = payment.order
    try {
      await call(billing.verifyPayment, { body: { orderId, paymentId, signature, amount, type: payment.type } })
      arrived(payment)
    } catch {
      setOpen(null)
      notify.error(t('Payment verification failed. Please contact support.'))
      void refresh()
    }
  }

  async function checkOut(payment: Payment): Promise<void> {
    const { checkoutUrl } = payment.order
    if (provider === 'sandbox' || provider === 'bank') return setOpen(payment)
    // The provider's own page; it comes back here.
    if (checkoutUrl !== null) return window.location.assign(checkoutUrl)
    const { openRazorpay } = await import('./open-razorpay.ts')
    const proof = await openRazorpay(payment, { name: organization.name, email: organization.billingEmail ?? '' })
    if (proof) await prove(payment, proof)
  }

  const order = useMutation({
    mutationFn: ({ body }: { body: CreateOrderBody; name: string }) => call(billing.createOrder, { body }),
    meta: { silent: true },
    onError: (error, { body }) => notify.error(startFailure(error, body.planType === 'CONTRIBUTION')),
    onSuccess: (made: PaymentOrder, { body, name }) => {
      const isContribution = body.planType === 'CONTRIBUTION'
      void client.invalidateQueries({ queryKey: ['billing', 'invoices'] })
      const payment: Payment = { order: made, name, type: typeOf(body) }
      return checkOut(payment).catch((error: unknown) => notify.error(checkoutFailure(error, isContribution)))
    },
  })

  return {
    open,
    isStarting: order.isPending,
    start: (body, name) => order.mutate({ body, name }),
    prove,
    settled,
    close: () => {
      setOpen(null)
      void refresh()
    },
  }
}

const typeOf = ({ planType }: CreateOrderBody): Payment['type'] =>
  planType === 'CONTRIBUTION' || planType === 'CREDITS' || planType === 'ADD_ON' ? planType : 'SUBSCRIPTION'

/** The specification's words: 'Error: {message}', with these fallbacks. */
function startFailure(error: unknown, isContribution: boolean): string {
  const fallback = isContribution ? t('Failed to create contribution order') : t('Failed to create order')
  const reason = error instanceof ApiError && error.status >= 400 && error.message !== '' ? error.message : fallback
  return t('Error: {message}', { message: reason })
}

const checkoutFailure = (error: unknown, isContribution: boolean): string =>
  error instanceof Error && error.message !== ''
    ? error.message
    : isContribution
      ? t('Failed to process contribution')
      : t('Failed to initialize payment')
