import { createHash } from 'node:crypto'
import type { SalesBankStatement } from '@imperium/contract/sales/sales-bank.ts'
import type { BankLine, BankStatement } from '../../../platform/bank-statements/bank-statement.ts'
import { readStatementSafely } from '../../../platform/bank-statements/read-statement-safely.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import { textOfFile } from '../documents/text-of-file.ts'
import { insertBankLines, insertStatement } from './bank-store.ts'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const refuse = (message: string) => invalid([{ path: 'file', message }])

/** @throws 422 for what is no statement. */
async function read(bytes: Uint8Array): Promise<BankStatement> {
  const text = textOfFile(bytes)
  const result = await readStatementSafely(text).catch((error: unknown) => {
    if (error instanceof ReaderFault) throw refuse('This file is no statement of camt.053, MT940 or OFX')
    if (error instanceof ReaderLimitError) throw refuse('Reading this file takes too much time or memory. Split it into smaller files.')
    throw error
  })
  if ('fault' in result) throw refuse(result.fault)
  return result.statement
}

/**
 * What an entry is, whichever statement brings it: the bank's own name of it, else all that is said of it. Entries of one day that are alike are
 * told apart by their place among each other, which is the same in every statement of that day.
 */
function fingerprintsOf(account: string, lines: readonly BankLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map(({ date, amount, currency, party, text, reference }) => {
    const key = JSON.stringify([account, date, amount, currency, ...(reference === '' ? [party, text] : [reference])])
    const place = seen.get(key) ?? 0
    seen.set(key, place + 1)
    return digestOf(`${key} ${place}`)
  })
}

/** Keeps the entries of a statement that are not known yet; nothing is booked. @throws 409 for a file that was read before; 422. */
export async function importStatement(
  { tx, audit }: Pick<OrgContext, 'tx' | 'audit'>,
  bytes: Uint8Array,
  name: string,
): Promise<SalesBankStatement> {
  const { format, account, currency, firstOn, lastOn, closing, lines } = await read(bytes)
  const id = newId()
  const digest = createHash('sha256').update(bytes).digest('hex')
  const span = { first_on: firstOn, last_on: lastOn, closing, lines: lines.length }
  if (!(await insertStatement(tx, { id, file_name: name, format, digest, account, currency, ...span })))
    throw conflict('This statement was read before.')
  const fingerprints = fingerprintsOf(account, lines)
  const added = await insertBankLines(
    tx,
    lines.map(({ date, amount, currency: own, party, partyAccount, text }, at) => ({
      id: newId(),
      statement_id: id,
      fingerprint: fingerprints[at] ?? '',
      date,
      amount,
      currency: own || currency,
      party,
      party_account: partyAccount,
      text,
    })),
  )
  audit({ targetId: id, targetName: name || account, after: { format, account, added, known: lines.length - added } })
  return { id, fileName: name, format, account, currency, firstOn, lastOn, added, known: lines.length - added }
}
