import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { salesExpenses } from '@imperium/contract/sales/sales-expenses.ts'
import type { SalesExpense } from '@imperium/contract/sales/sales-expenses.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'
import { ConfirmHost } from '../../ui/dialog/confirm-host.tsx'

const expense: SalesExpense = {
  id: id(30),
  status: 'Draft',
  supplier: 'Papier Müller GmbH',
  supplierTaxId: 'DE123456789',
  supplierCountry: 'DE',
  number: 'R-2026-17',
  date: '2026-11-20',
  dueDate: '2026-12-04',
  currency: 'EUR',
  net: 100_00,
  tax: 19_00,
  amount: 119_00,
  notes: 'Paper for November',
  source: 'UBL',
  createdAt: at,
  updatedAt: at,
}
const recorded: SalesExpense = { ...expense, status: 'Recorded' }

testStates('expenses', {
  place: 'sales-expense',
  heading: 'Expenses',
  list: salesExpenses.list,
  loadFailed: 'Expenses could not be loaded',
  empty: { data: [], texts: 'No expenses yet' },
  noMatch: { place: 'sales-expense?q=zzz', texts: 'No matches' },
  filled: { data: [expense], texts: ['Papier Müller GmbH', 'R-2026-17', '€119.00'] },
  forbidden: { role: 'VIEWER', texts: 'Papier Müller GmbH' },
})

const choose = async (name: string) => {
  const button = await screen.findByRole('button', { name: 'Read an e-invoice' })
  const input = button.parentElement?.querySelector<HTMLInputElement>('input[type=file]') ?? document.querySelector('input[type=file]')
  fireEvent.change(input!, { target: { files: [new File(['<Invoice/>'], name, { type: 'text/xml' })] } })
}

test('an e-invoice becomes a draft that opens, is checked and recorded', async () => {
  const kept: SalesExpense[] = []
  const api = openScreen('sales-expense', {}, (on) => {
    on.give(salesExpenses.list, () => kept)
    on.give(salesExpenses.importEInvoice, () => {
      kept.push(expense)
      return expense
    })
    on.give(salesExpenses.record, () => {
      kept[0] = recorded
      return recorded
    })
  })
  render(<ConfirmHost />, { wrapper: MantineProvider })
  await choose('november.xml')
  const panel = await screen.findByRole('dialog', { name: 'Papier Müller GmbH' })
  expect(api.sent(salesExpenses.importEInvoice)[0]?.query).toEqual({ name: 'november.xml' })
  for (const text of ['€100.00', '€19.00', 'DE123456789', 'Paper for November', 'UBL']) within(panel).getByText(text)
  fireEvent.click(within(panel).getByRole('button', { name: 'Record expense' }))
  const question = await screen.findByRole('dialog', { name: 'Record expense' })
  fireEvent.click(within(question).getByRole('button', { name: 'Record expense' }))
  await waitFor(() => expect(api.sent(salesExpenses.record)[0]?.params).toEqual({ id: expense.id }))
  await waitFor(() => expect(within(panel).queryByRole('button', { name: 'Delete' })).toBeNull())
})

test('a file that breaks a rule of the standard is refused with the rule', async () => {
  openScreen('sales-expense', {}, (on) => {
    on.give(salesExpenses.list, [])
    on.refuse(salesExpenses.importEInvoice, 422, 'VALIDATION', 'The e-invoice breaks the rule BR-CO-15: totals')
  })
  await choose('broken.xml')
  const dialog = await screen.findByRole('dialog', { name: 'The e-invoice could not be read' })
  expect(dialog.textContent).toContain('BR-CO-15')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a viewer reads a draft, and can neither record nor delete it, nor read a file', async () => {
  openScreen(`sales-expense?expense=${expense.id}`, { role: 'VIEWER' }, (on) => on.give(salesExpenses.list, [expense]))
  const panel = await screen.findByRole('dialog', { name: 'Papier Müller GmbH' })
  within(panel).getByText('R-2026-17')
  expect(screen.queryByRole('button', { name: /Record expense|Delete|Read an e-invoice/, hidden: true })).toBeNull()
})

test('a draft is deleted after a question', async () => {
  const api = openScreen(`sales-expense?expense=${expense.id}`, {}, (on) => {
    on.give(salesExpenses.list, [expense])
    on.give(salesExpenses.remove, null as never)
  })
  render(<ConfirmHost />, { wrapper: MantineProvider })
  const panel = await screen.findByRole('dialog', { name: 'Papier Müller GmbH' })
  fireEvent.click(within(panel).getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete draft' })
  expect(question.textContent).toContain('R-2026-17 of Papier Müller GmbH')
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(api.sent(salesExpenses.remove)).toHaveLength(1))
})
