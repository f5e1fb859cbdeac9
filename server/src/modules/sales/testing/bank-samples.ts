import { newId } from '../../../platform/ids.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { bodyOf } from './samples.ts'

/** A statement with two entries of money that came; each time another one. */
const statementOf = (text: string) => ({
  type: 'application/octet-stream',
  bytes: Buffer.from(
    `OFXHEADER:100\n\n<OFX><CURDEF>INR<ACCTID>1<STMTTRN><DTPOSTED>20261127<TRNAMT>10.00<FITID>${text}1<NAME>Ada</STMTTRN>` +
      `<STMTTRN><DTPOSTED>20261127<TRNAMT>20.00<FITID>${text}2<NAME>Ada</STMTTRN></OFX>`,
  ),
})

async function entry(setting: Setting): Promise<Sample> {
  await setting.run('sales-bank.importStatement', { file: statementOf(newId()) })
  const rows = (await setting.run('sales-bank.list', { query: { status: 'Open' } })) as unknown as { id: string }[]
  return { params: { id: rows[0]?.id ?? '' } }
}

async function matched(setting: Setting): Promise<Sample> {
  const made = { id: String((await setting.run('sales-invoices.create', { body: { ...(await bodyOf(setting)), currency: 'INR' } }))['id']) }
  await setting.run('sales-invoices.issue', { params: made })
  return { ...(await entry(setting)), body: { invoiceId: made.id } }
}

export const samples: Samples<'sales-bank'> = {
  'sales-bank.list': () => ({ query: { limit: '2' } }),
  'sales-bank.importStatement': () => ({ file: statementOf(newId()) }),
  'sales-bank.match': matched,
  'sales-bank.ignore': entry,
}

/** At least two rows, so that a first page of one row ends in a cursor. */
export const pagedSamples: PagedSamples = {
  'sales-bank.list': async (setting) => {
    await setting.run('sales-bank.importStatement', { file: statementOf(newId()) })
    return {}
  },
}
