import { salesLimits } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesLine } from '@imperium/contract/sales/sales-documents.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { missingLetters } from '../../../platform/pdf/missing-letters.ts'
import type { CustomerColumns } from '../documents/read-customer.ts'
import { sellerOf } from '../invoices/seller.ts'
import { readSettings } from '../settings/settings-store.ts'

export const lettersWithoutFont = (texts: readonly string[]): string[] => missingLetters(texts, salesLimits.missingLetters)

/** Who buys, in which words, and the notes below the lines. */
type Printed = Pick<CustomerColumns, 'customer' | 'customer_address' | 'customer_email'> & { notes: string }

/** Of a document as it would be printed now: told before it goes out, because nothing of it can be changed afterwards. */
export async function lettersWithoutFontOf(
  tx: OrgTx,
  { customer, customer_address, customer_email, notes }: Printed,
  lines: readonly Pick<SalesLine, 'description' | 'code'>[],
): Promise<string[]> {
  const seller = await sellerOf(tx, await readSettings(tx))
  const ofLines = lines.flatMap(({ description, code }) => [description, code])
  return lettersWithoutFont([customer, customer_address, customer_email, notes, seller.name, seller.address, seller.footer, ...ofLines])
}
