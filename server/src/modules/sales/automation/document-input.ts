import { z } from 'zod'
import { Currency, salesLimits } from '@imperium/contract/sales/sales-documents.ts'
import { SalesOrderBody } from '@imperium/contract/sales/sales-orders.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { findContactBy } from '../../contacts/index.ts'
import { findBySku, toProduct } from '../products/product-store.ts'
import { readSettings } from '../settings/settings-store.ts'

/** Amounts of programs and models are in units (rupees), with at most two decimals. */
const Units = z
  .number()
  .min(0)
  .max(salesLimits.unitPrice / 100)

const LineInput = z.strictObject({
  sku: z.string().max(60).default('').describe('SKU of a product, which fills what is left out'),
  description: z.string().max(300).default(''),
  quantity: z.number().default(1),
  unitPrice: Units.optional().describe('Before tax, in units of the currency: 499.5'),
  taxPercent: z.number().min(0).max(100).optional(),
})

export const ContactInput = z.string().trim().min(1, 'Name a contact').max(320).describe('Id, email address or phone number of a contact')

export const documentInput = {
  contact: ContactInput,
  lines: z.array(LineInput).min(1, 'Add at least one line').max(salesLimits.lines),
  currency: Currency.optional(),
  notes: z.string().max(2_000).default(''),
}
const DocumentInput = z.strictObject(documentInput)
type DocumentInput = z.output<typeof DocumentInput>

const refuse = ({ issues }: z.ZodError) => invalid(issues.map(({ path, message: text }) => ({ path: path.join('.'), message: text })))

/** @throws 422. */
export function readDocumentInput(given: unknown): DocumentInput {
  const input = DocumentInput.safeParse(given)
  if (!input.success) throw refuse(input.error)
  return input.data
}

/** The contact that is named. @throws 422 */
export async function contactIdOf(tx: OrgTx, contact: string): Promise<string> {
  const found = await findContactBy(tx, contact)
  if (!found) throw invalid([{ path: 'contact', message: 'This contact does not exist' }])
  return found.id
}

async function lineOf(tx: OrgTx, line: z.output<typeof LineInput>, { at, currency }: { at: number; currency: string }) {
  const row = line.sku === '' ? undefined : await findBySku(tx, line.sku)
  if (line.sku !== '' && !row)
    throw invalid([{ path: `lines.${at}.sku`, ...worded(message('No product has the SKU {sku}', { sku: line.sku })) }])
  const product = row && toProduct(row)
  const prices = product ? [product, ...product.prices] : []
  const price =
    line.unitPrice === undefined ? prices.find((each) => each.currency === currency)?.unitPrice : Math.round(line.unitPrice * 100)
  return {
    description: line.description || (product?.name ?? ''),
    code: product?.code ?? '',
    productId: product?.id ?? null,
    quantity: line.quantity,
    unitPrice: price,
    taxBasisPoints: line.taxPercent === undefined ? (product?.taxBasisPoints ?? 0) : Math.round(line.taxPercent * 100),
  }
}

/** The same as a member would send it. @throws 422 for an unknown contact or product, a line without price, and as the API. */
export async function documentBodyOf(
  tx: OrgTx,
  { contact, lines, currency: chosen, notes }: DocumentInput,
  more: { customerTaxId?: string } = {},
) {
  const currency = chosen ?? (await readSettings(tx)).currency
  const filled: object[] = []
  for (const [at, line] of lines.entries()) filled.push(await lineOf(tx, line, { at, currency }))
  const body = SalesOrderBody.safeParse({ contactId: await contactIdOf(tx, contact), lines: filled, currency, notes, ...more })
  if (!body.success) throw refuse(body.error)
  return body.data
}
