import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addOns } from '@imperium/contract/billing/add-ons.ts'
import { billing } from '@imperium/contract/billing/billing.ts'
import type { BillingRecord, Plan, Subscription } from '@imperium/contract/billing/billing.ts'
import { credits } from '@imperium/contract/billing/credits.ts'
import type { AiCredits } from '@imperium/contract/billing/credits.ts'
import { dashboard } from '@imperium/contract/dashboard.ts'
import { planLimits, planNames, planTypes } from '@imperium/contract/plans.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'

const prices = { FREE: 0, CONQUEROR: 199_900, EMPEROR: 799_900, OVERLORD: null } as const
const ids = { FREE: 'free', CONQUEROR: 'conqueror', EMPEROR: 'emperor', OVERLORD: 'overlord' } as const
const plans: Plan[] = planTypes.map((planType) => {
  const price = prices[planType]
  const yearlyPrice = price === null ? null : price * 9.6
  const shared = { planType, version: 1, currency: 'INR', features: [], limits: planLimits[planType] }
  return { id: ids[planType], name: planNames[planType], price, yearlyPrice, ...shared }
})
const free: Subscription = {
  planType: 'FREE',
  planVersion: 1,
  billingCycle: 'MONTHLY',
  periodStart: null,
  periodEnd: null,
  status: null,
  paused: null,
  graceEndsAt: null,
  next: null,
  renewalAmount: null,
  currency: 'INR',
  renewsItself: false,
  canRenewItself: true,
  credit: 0,
  members: 9,
  maxUsers: 10,
  provider: 'sandbox',
  offer: null,
  isOperator: false,
}
const record: BillingRecord = {
  id: id(31),
  invoiceNumber: 'IMP/26-27/00001',
  receipt: 'IMP-1',
  refunded: 0,
  creditNotes: [],
  purpose: 'SUBSCRIPTION',
  planType: 'CONQUEROR',
  billingCycle: 'YEARLY',
  amount: 1_919_040,
  currency: 'INR',
  status: 'PAID',
  hasDocument: true,
  isSandbox: true,
  createdAt: at,
}
const order = {
  keyId: 'k',
  amount: 199_900,
  currency: 'INR',
  orderId: 'order_1',
  receipt: 'IMP-2',
  checkoutUrl: null,
  customerId: null,
  bankDetails: null,
}
const noCredits: AiCredits = {
  isOffered: false,
  needsCard: false,
  automaticFailure: null,
  currency: 'INR',
  balance: 0,
  expiring: null,
  spentThisMonth: 0,
  marginPercent: 20,
  perDollar: 10_000,
  lowAt: null,
  automatic: null,
  canBeAutomatic: false,
}
const others = (api: FakeApi) => {
  api.give(billing.plans, plans)
  api.give(billing.subscription, free)
  api.give(credits.read, noCredits)
  api.give(addOns.list, [])
  api.give(dashboard.usage, {
    planType: 'FREE',
    storageBytes: 0,
    storageLimitBytes: planLimits.FREE.storageBytes,
    apiCalls: 10_000,
    apiCallsLimit: 10_000,
    messages: 0,
    contacts: 0,
    contactsLimit: 100_000,
    runs: 0,
    runsLimit: 25_000,
    tokens: 0,
    tokensLimit: 10_000_000,
    messagesLimit: 250_000,
    agents: 1,
    agentsLimit: 5,
    costMicros: 0,
    budgetMicros: null,
  })
}

testStates('billing', {
  place: 'settings/billing',
  heading: 'Billing & Subscription',
  list: billing.invoices,
  others,
  loadFailed: 'The billing history could not be loaded',
  empty: { data: [], texts: 'No payments yet' },
  filled: { data: [record], texts: ['Conqueror, a year', '₹19,190.40', 'Paid', 'Near the limit ·', 'Limit reached ·'] },
  forbidden: { role: 'ADMIN', texts: 'Only the owner of the organization can change the plan and pay.' },
})

const open = (arrange: (api: FakeApi) => void = () => undefined, role: 'OWNER' | 'MEMBER' = 'OWNER') =>
  openScreen('settings/billing', { role }, (api) => {
    others(api)
    api.give(billing.invoices, [])
    arrange(api)
  })

test('orders the chosen plan and cycle, says what was refused, and proves what was paid', async () => {
  let outcome: 'failed' | 'paid' = 'failed'
  const api = open((on) => {
    on.give(billing.createOrder, order)
    on.give(billing.paySandbox, () =>
      outcome === 'paid'
        ? { status: 'paid' as const, paymentId: 'pay_1', signature: 's' }
        : { status: 'failed' as const, paymentId: null, signature: null },
    )
    on.give(billing.verifyPayment, { status: 'activated' })
  })
  fireEvent.click(await screen.findByRole('radio', { name: 'Yearly (-20%)' }))
  await screen.findByText('₹19,190.40')
  fireEvent.click(screen.getByRole('button', { name: 'Upgrade to Conqueror' }))
  const dialog = await screen.findByRole('dialog')
  expect(api.sent(billing.createOrder)[0]?.body).toEqual({ planType: 'CONQUEROR', billingCycle: 'YEARLY' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Let it be refused' }))
  await within(dialog).findByText('The payment was refused. You can try again.')
  outcome = 'paid'
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay ₹1,999' }))
  await screen.findByText('You are now on the Conqueror plan')
  expect(api.sent(billing.verifyPayment)[0]?.body).toMatchObject({ orderId: 'order_1', paymentId: 'pay_1', signature: 's' })
})

test('says when a payment cannot be proved, and why an order was not made', async () => {
  const api = open((on) => {
    on.give(billing.createOrder, order)
    on.give(billing.paySandbox, { status: 'paid', paymentId: 'pay_1', signature: 's' })
    on.refuse(billing.verifyPayment, 400, 'BAD_REQUEST', 'Bad')
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Upgrade to Emperor' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Pay ₹1,999' }))
  await screen.findByText('Payment verification failed. Please contact support.')
  api.refuse(billing.createOrder, 503, 'UNAVAILABLE', 'Failed to create order')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Upgrade to Emperor' }))
  await screen.findByText('Error: Failed to create order')
})

test('a late payment arrives by itself', async () => {
  let invoices: BillingRecord[] = []
  const api = open((on) => {
    on.give(billing.invoices, () => invoices)
    on.give(billing.createOrder, order)
    on.give(billing.paySandbox, () => {
      invoices = [{ ...record, receipt: order.receipt }]
      return { status: 'late' as const, paymentId: null, signature: null }
    })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Upgrade to Conqueror' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Let it arrive late' }))
  await screen.findByText('You are now on the Conqueror plan', {}, { timeout: 5_000 })
  expect(api.sent(billing.verifyPayment)).toEqual([])
})

test('back from the page of Stripe it waits for the payment, and offers no second one', async () => {
  const receipt = 'IMP-0123456789ABCDEF0123'
  let status: BillingRecord['status'] = 'PENDING'
  openScreen(`settings/billing?paid=${receipt}`, {}, (on) => {
    others(on)
    on.give(billing.invoices, () => [{ ...record, receipt, status, hasDocument: status === 'PAID' }])
  })
  await screen.findByText('Waiting for the payment to arrive. You can leave this page: it counts when it arrives.')
  expect(screen.getByRole('button', { name: 'Upgrade to Conqueror' })).toHaveProperty('disabled', true)
  status = 'PAID'
  await screen.findByText('You are now on the Conqueror plan')
  await waitFor(() => expect(location.search).toBe(''))
  expect(screen.getByRole('button', { name: 'Upgrade to Conqueror' })).toHaveProperty('disabled', false)
})

test('a payment that bought nothing is said and listed as a credit, without an invoice', async () => {
  const receipt = 'IMP-0123456789ABCDEF0123'
  openScreen(`settings/billing?paid=${receipt}`, {}, (on) => {
    others(on)
    on.give(billing.invoices, [{ ...record, receipt, status: 'CREDITED', hasDocument: false }])
  })
  await screen.findByText('The payment arrived, but bought nothing. It is kept as a credit.')
  await screen.findByText('Credit')
  expect(screen.queryByRole('button', { name: /^Open invoice/ })).toBeNull()
})

test('contributes one rupee, and neither half of one nor nothing', async () => {
  const api = open((on) => on.give(billing.createOrder, { ...order, amount: 100 }))
  const amount = await screen.findByRole('textbox', { name: 'Custom amount' })
  for (const refused of ['0.5', '']) {
    fireEvent.change(amount, { target: { value: refused } })
    await screen.findByText('Minimum contribution amount is ₹1')
    expect(screen.getByRole('button', { name: 'Pay' })).toHaveProperty('disabled', true)
  }
  fireEvent.click(screen.getByRole('button', { name: '₹1' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Pay ₹1' }))
  await screen.findByRole('dialog')
  expect(api.sent(billing.createOrder).map(({ body }) => body)).toEqual([
    { planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: 100 },
  ])
})

test('answers the free and the largest plan with the words of the specification', async () => {
  const api = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Free plan' }))
  await screen.findByText('You are already on the free plan')
  fireEvent.click(screen.getByRole('button', { name: 'Contact sales' }))
  await screen.findByText('Please contact sales for custom enterprise pricing')
  expect(api.writes()).toEqual([])
})

const paid: Subscription = {
  ...free,
  planType: 'EMPEROR',
  status: 'ACTIVE',
  periodStart: at,
  periodEnd: '2099-01-01T00:00:00.000Z',
  renewalAmount: 799_900,
}

test('shows a downgrade with what it no longer allows, and chooses it for the end of the period', async () => {
  const change = { discount: 0, price: 0, credit: 0, amount: 0, currency: 'INR', startsAt: paid.periodEnd, exceeds: [] }
  const api = open((on) => {
    on.give(billing.subscription, paid)
    on.give(billing.previewPlan, { ...change, exceeds: [{ limit: 'maxAgents' as const, used: 12, allowed: 5 }] })
    on.give(billing.changePlan, paid)
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('AI agents: 12 of 5')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }))
  await screen.findByText('The subscription ends with its period')
  expect(api.sent(billing.changePlan)[0]?.body).toEqual({ planType: 'FREE', billingCycle: 'MONTHLY' })
  expect(screen.getByRole('button', { name: 'Downgrade to Conqueror' })).toBeTruthy()
})

test('asks for a payment that is due, and resumes what was cancelled', async () => {
  const due: Subscription = { ...paid, status: 'PAST_DUE', graceEndsAt: '2099-01-08T00:00:00.000Z' }
  const api = open((on) => {
    on.give(billing.subscription, due)
    on.give(billing.createOrder, { ...order, amount: 799_900 })
    on.give(billing.resume, paid)
  })
  await screen.findByText('The payment for your Emperor plan is due')
  fireEvent.click(screen.getByRole('button', { name: 'Pay ₹7,999' }))
  await screen.findByRole('dialog')
  expect(api.sent(billing.createOrder)[0]?.body).toEqual({ planType: 'EMPEROR', billingCycle: 'MONTHLY' })
  api.give(billing.subscription, { ...paid, next: { planType: 'FREE', billingCycle: 'MONTHLY', isPaid: false }, renewalAmount: null })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(api.sent(billing.resume)).toHaveLength(1))
})

test('names the offer of the operator first, and renews by itself when the payer chooses it, until that is stopped', async () => {
  const offer = { planType: 'OVERLORD', price: 4_500_000, yearlyPrice: 43_200_000, currency: 'INR', limits: planLimits.OVERLORD } as const
  const api = open((on) => {
    on.give(billing.subscription, { ...free, offer: { ...offer, validUntil: '2099-01-08T00:00:00.000Z' } })
    on.give(billing.createOrder, { ...order, amount: 4_500_000 })
    on.give(billing.setRenewal, paid)
  })
  await screen.findByText('You have an offer for the Overlord plan: ₹45,000 a month')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Renew automatically' }))
  fireEvent.click(screen.getByRole('button', { name: 'Upgrade to Overlord' }))
  await screen.findByRole('dialog')
  expect(api.sent(billing.createOrder)[0]?.body).toEqual({ planType: 'OVERLORD', billingCycle: 'MONTHLY', renewsItself: true })
  api.give(billing.subscription, { ...paid, renewsItself: true })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Stop automatic renewal' }))
  await waitFor(() => expect(api.sent(billing.setRenewal)[0]?.body).toEqual({ renewsItself: false }))
})

test('tops up AI credits and lets them be bought within a cap; small amounts are refused', async () => {
  const api = open((on) => {
    on.give(credits.read, { ...noCredits, isOffered: true, balance: 76_000, canBeAutomatic: true, expiring: { amount: 76_000, at } })
    on.give(addOns.list, [])
    on.give(billing.createOrder, { ...order, amount: 50_000 })
    on.give(credits.settings, noCredits)
  })
  await screen.findByText('A US dollar of model cost takes ₹120', { exact: false })
  const amount = screen.getByRole('textbox', { name: 'Amount' })
  fireEvent.change(amount, { target: { value: '99' } })
  await screen.findByText('At least ₹100')
  expect(screen.getByRole('button', { name: 'Top up' })).toHaveProperty('disabled', true)
  fireEvent.click(within(screen.getByRole('group', { name: 'Amounts of a top-up' })).getByRole('button', { name: '₹500' }))
  fireEvent.click(screen.getByRole('button', { name: 'Top up' }))
  await screen.findByRole('dialog')
  expect(api.sent(billing.createOrder).map(({ body }) => body)).toEqual([{ planType: 'CREDITS', billingCycle: 'ONETIME', amount: 50_000 }])
  fireEvent.click(screen.getByRole('switch', { name: 'Tell me when credits are low', hidden: true }))
  fireEvent.click(await screen.findByRole('switch', { name: 'Top up automatically then', hidden: true }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'At most in a month', hidden: true }), { target: { value: '500' } })
  await screen.findByText('At least the amount of one top-up')
  fireEvent.change(screen.getByRole('textbox', { name: 'At most in a month', hidden: true }), { target: { value: '3000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }))
  await waitFor(() =>
    expect(api.sent(credits.settings).map(({ body }) => body)).toEqual([
      { lowAt: 50_000, automatic: { amount: 100_000, monthlyCap: 300_000 } },
    ]),
  )
})
