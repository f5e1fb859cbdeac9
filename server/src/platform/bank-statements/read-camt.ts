import { find, findAll, textAt } from '../e-invoices/xml-tree.ts'
import type { XmlElement } from '../e-invoices/xml-tree.ts'
import { StatementFault, minorOf, spanOf } from './bank-statement.ts'
import type { BankLine, BankStatement } from './bank-statement.ts'

const signOf = (from: XmlElement): 1 | -1 => (textAt(from, 'CdtDbtInd') === 'DBIT' ? -1 : 1)
const dayOf = (from: XmlElement | undefined): string => (textAt(from, 'Dt') || textAt(from, 'DtTm')).slice(0, 10)
const nameOf = (party: XmlElement | undefined): string => textAt(party, 'Nm') || textAt(party, 'Pty/Nm')
const accountOf = (account: XmlElement | undefined): string => textAt(account, 'Id/IBAN') || textAt(account, 'Id/Othr/Id')

/** One line for each payment of an entry; an entry that names no payments is one line. */
function linesOf(entry: XmlElement): BankLine[] {
  const date = dayOf(find(entry, 'BookgDt')) || dayOf(find(entry, 'ValDt'))
  const details = findAll(entry, 'NtryDtls').flatMap((each) => findAll(each, 'TxDtls'))
  const whole = find(entry, 'Amt')
  const reference = textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef')
  const lineOf = (detail: XmlElement | undefined, amount: XmlElement | undefined, sign: number, at: number): BankLine => {
    const side = sign > 0 ? 'Dbtr' : 'Cdtr'
    const remittance = findAll(detail, 'RmtInf/Ustrd').map(({ text }) => text.trim())
    const structured = findAll(detail, 'RmtInf/Strd').map((each) => textAt(each, 'CdtrRefInf/Ref'))
    const endToEnd = textAt(detail, 'Refs/EndToEndId')
    const said = [...remittance, ...structured, endToEnd === 'NOTPROVIDED' ? '' : endToEnd].filter(Boolean)
    return {
      date,
      amount: sign * minorOf(amount?.text ?? ''),
      currency: amount?.attributes['Ccy'] ?? '',
      party: nameOf(find(detail, `RltdPties/${side}`)),
      partyAccount: accountOf(find(detail, `RltdPties/${side}Acct`)),
      text: (said.length > 0 ? said.join(' ') : textAt(entry, 'AddtlNtryInf')).slice(0, 1_000),
      reference: reference === '' ? '' : `${reference}${at === 0 ? '' : `/${at + 1}`}`,
    }
  }
  const priced = details.map((detail) => ({ detail, amount: find(detail, 'AmtDtls/TxAmt/Amt') ?? find(detail, 'Amt') }))
  if (priced.length <= 1 || priced.some(({ amount }) => amount === undefined)) return [lineOf(details[0], whole, signOf(entry), 0)]
  return priced.map(({ detail, amount }, at) => lineOf(detail, amount, find(detail, 'CdtDbtInd') ? signOf(detail) : signOf(entry), at))
}

/** Bank to customer statement, ISO 20022 camt.053, of any version; entries that are only announced are left out. */
export function readCamt(root: XmlElement): BankStatement {
  const statements = findAll(root, 'BkToCstmrStmt/Stmt')
  const [first] = statements
  if (!first) throw new StatementFault('This XML is no statement of camt.053')
  const account = accountOf(find(first, 'Acct'))
  if (statements.some((statement) => accountOf(find(statement, 'Acct')) !== account))
    throw new StatementFault('This file has statements of more than one account. Upload one at a time.')
  const booked = statements
    .flatMap((statement) => findAll(statement, 'Ntry'))
    .filter((entry) => {
      const status = textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts')
      return status === 'BOOK' || status === ''
    })
  const lines = booked.flatMap(linesOf)
  const closing = findAll(statements.at(-1), 'Bal').find((balance) => textAt(balance, 'Tp/CdOrPrtry/Cd') === 'CLBD')
  return {
    format: 'camt.053',
    account,
    currency: textAt(first, 'Acct/Ccy') || (find(closing, 'Amt')?.attributes['Ccy'] ?? lines[0]?.currency ?? ''),
    ...spanOf(lines),
    closing: closing ? signOf(closing) * minorOf(textAt(closing, 'Amt')) : null,
    lines,
  }
}
