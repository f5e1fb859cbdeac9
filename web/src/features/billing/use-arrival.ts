import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { BillingRecord } from '@imperium/contract/billing/billing.ts'
import { invoicesQuery } from './api.ts'

const pollMs = 1_500

/** Watches the billing history until the payment of an order has arrived. @returns whether it is still waited for. */
export function useArrival(receipt: string, isWaiting: boolean, onArrived: (record: BillingRecord) => void): boolean {
  const { data, isPending } = useQuery({
    ...invoicesQuery,
    enabled: isWaiting,
    refetchInterval: ({ state }) => (isWaiting && ['open', 'absent'].includes(stateOf(state.data, receipt)) ? pollMs : false),
  })
  const record = isWaiting ? data?.find((each) => each.receipt === receipt) : undefined
  const arrived = record && stateOf(data, receipt) === 'arrived' ? record : undefined
  const arrive = useEffectEvent(onArrived)
  useEffect(() => {
    if (arrived) arrive(arrived)
  }, [arrived])
  return isWaiting && (isPending || stateOf(data, receipt) === 'open')
}

/** A payment that bought nothing has arrived too; an order that is not listed yet holds up no other payment. */
function stateOf(records: readonly BillingRecord[] | undefined, receipt: string): 'open' | 'arrived' | 'refused' | 'absent' {
  const status = records?.find((each) => each.receipt === receipt)?.status
  if (status === 'PAID' || status === 'CREDITED') return 'arrived'
  if (status === undefined) return 'absent'
  return status === 'PENDING' ? 'open' : 'refused'
}
