/** A statement of a bank account, whichever format brought it. Amounts in minor units. */
export interface BankStatement {
  format: 'camt.053' | 'MT940' | 'OFX'
  /** IBAN, or the bank's own number. */
  account: string
  currency: string
  firstOn: string | null
  lastOn: string | null
  closing: number | null
  lines: BankLine[]
}

export interface BankLine {
  date: string
  /** More than zero: money that came. */
  amount: number
  currency: string
  /** Who paid, or was paid. */
  party: string
  partyAccount: string
  /** What the payment is for. */
  text: string
  /** The bank's own name of the entry; empty: none. */
  reference: string
}

/** A file that is no statement, or one that we do not read. Its message is for people. */
export class StatementFault extends Error {
  override readonly name = 'StatementFault'
}

/** An amount as minor units; `,` or `.` before the decimals. @throws StatementFault */
export function minorOf(text: string): number {
  const plain = text.trim().replace(',', '.')
  if (!/^[+-]?\d{1,13}(\.\d{0,5})?$/.test(plain)) throw new StatementFault(`"${text.slice(0, 40)}" is no amount`)
  return Math.round(Number(plain) * 100)
}

export function spanOf(lines: readonly BankLine[]): { firstOn: string | null; lastOn: string | null } {
  const days = lines.map(({ date }) => date).toSorted((one, other) => (one < other ? -1 : 1))
  return { firstOn: days[0] ?? null, lastOn: days.at(-1) ?? null }
}
