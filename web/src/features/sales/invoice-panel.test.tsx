import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { salesCredits } from '@imperium/contract/sales/sales-credits.ts'
import { salesEInvoices } from '@imperium/contract/sales/sales-e-invoices.ts'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { id } from '../../testing/person-of.ts'
import { detail, invoice, invoiceStats, noCredit, settings } from './test-examples.ts'

test('a payment of the rest is recorded from the panel', async () => {
  const api = openScreen(`sales-invoice?invoice=${invoice.id}`, {}, (on) => {
    invoiceStats(on)
    on.give(salesInvoices.list, [invoice])
    on.give(salesInvoices.read, { ...detail, paid: 18_000 })
    on.give(salesInvoices.recordPayment, { ...detail, status: 'Paid', paid: 118_000 })
    on.give(salesCredits.read, noCredit)
    on.give(salesSettings.read, settings)
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
  const amount = await screen.findByRole('textbox', { name: /^Amount/ })
  expect((amount as HTMLInputElement).value).toBe('1000')
  fireEvent.submit(amount.closest('form')!)
  await waitFor(() =>
    expect(api.sent(salesInvoices.recordPayment)[0]?.body).toEqual({
      amount: 100_000,
      withheld: 0,
      method: 'Bank transfer',
      reference: '',
    }),
  )
})

test('a credit note is issued after it was told which characters of its reason no font has', async () => {
  const api = openScreen(`sales-invoice?invoice=${invoice.id}`, {}, (on) => {
    invoiceStats(on)
    on.give(salesInvoices.list, [invoice])
    on.give(salesInvoices.read, detail)
    on.give(salesCredits.read, noCredit)
    on.give(salesSettings.read, settings)
    on.give(salesInvoices.findMissingLetters, { missingLetters: ['ไ'] })
    on.give(salesInvoices.credit, detail)
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Credit note' }))
  const reason = await screen.findByRole('textbox', { name: /^Reason/ })
  fireEvent.change(reason, { target: { value: 'ไ' } })
  fireEvent.submit(reason.closest('form')!)
  expect(await screen.findByText(/no font has: ไ$/)).toBeDefined()
  expect(api.sent(salesInvoices.credit)).toEqual([])
  fireEvent.submit(reason.closest('form')!)
  await waitFor(() => expect(api.sent(salesInvoices.credit).map(({ body }) => body)).toEqual([{ reason: 'ไ', restock: true }]))
})

test('what the Indian portal answered is kept, and refused while it is no such number', async () => {
  const api = openScreen(`sales-invoice?invoice=${invoice.id}`, {}, (on) => {
    invoiceStats(on)
    on.give(salesInvoices.list, [invoice])
    on.give(salesInvoices.read, detail)
    on.give(salesInvoices.setEInvoice, detail)
    on.give(salesCredits.read, noCredit)
    on.give(salesSettings.read, settings)
  })
  fireEvent.click(await screen.findByRole('button', { name: 'E-invoice (IRN)' }))
  const dialog = await screen.findByRole('dialog', { name: 'E-invoice (IRN)' })
  const type = (name: RegExp, value: string) => fireEvent.change(within(dialog).getByLabelText(name), { target: { value } })
  type(/^Invoice reference number/, 'a1')
  type(/^Acknowledgement number/, '112010036563310')
  type(/^Date of acknowledgement/, '2026-11-25')
  type(/^Signed code/, 'eyJ.x.sig')
  const form = within(dialog)
    .getByLabelText(/^Signed code/)
    .closest('form')!
  fireEvent.submit(form)
  await within(dialog).findByText('An invoice reference number has 64 hexadecimal digits')
  expect(api.writes()).toEqual([])
  type(/^Invoice reference number/, 'a1'.repeat(32))
  fireEvent.submit(form)
  await waitFor(() =>
    expect(api.sent(salesInvoices.setEInvoice)[0]?.body).toEqual({
      irn: 'a1'.repeat(32),
      ackNumber: '112010036563310',
      ackDate: '2026-11-25',
      signedQr: 'eyJ.x.sig',
    }),
  )
})

test('a credit note is downloaded as PDF, and under VAT as e-invoice, too', async () => {
  const creditNotes = [{ id: id(21), number: 'CN/26-27/00001', date: '2026-11-25', reason: 'Returned', amount: 11_800 }]
  const api = openScreen(`sales-invoice?invoice=${invoice.id}`, {}, (on) => {
    invoiceStats(on)
    on.give(salesInvoices.list, [invoice])
    on.give(salesInvoices.read, { ...detail, credited: 11_800, creditNotes })
    on.give(salesCredits.read, noCredit)
    on.give(salesSettings.read, { ...settings, taxRegime: 'VAT', taxId: '' })
    on.refuse(salesInvoices.creditPdf, 503, 'BUSY', 'The printer is busy')
    on.refuse(salesEInvoices.xml, 409, 'CONFLICT', 'The e-invoice breaks the rule BR-09')
  })
  const note = (await screen.findByText('CN/26-27/00001')).nextElementSibling as HTMLElement
  fireEvent.click(within(note).getByRole('button', { name: 'PDF' }))
  await screen.findByText('The printer is busy')
  expect(api.sent(salesInvoices.creditPdf)[0]?.params).toEqual({ id: invoice.id, creditNoteId: id(21) })
  fireEvent.click(within(note).getByRole('button', { name: 'E-invoice (UBL)' }))
  await screen.findByText('The e-invoice breaks the rule BR-09')
  expect(api.sent(salesEInvoices.xml)[0]?.query).toEqual({ syntax: 'ubl', creditNoteId: id(21) })
})
