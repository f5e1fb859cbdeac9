import { expect, test } from 'vitest'
import { readStatement } from './read-statement.ts'
import { readStatementSafely } from './read-statement-safely.ts'

const camt = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1234.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="EUR">244.98</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt><AcctSvcrRef>B-1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Käufer AG</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>AT611904300234573201</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>Rechnung INV/26-27/00001</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">9.90</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-28</Dt></BookgDt><AddtlNtryInf>Fee</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-11-29</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`

const mt940 = `:20:START
:25:37040044/0532013000
:28C:00001/001
:60F:C261126EUR999,42
:61:2611271127C244,98NTRFNONREF//B-1
:86:166?00GUTSCHRIFT?20Rechnung INV/26-27/00?2101?31AT611904300234573201?32Käufer
 AG
:61:261128D9,90NMSCFEE
:86:Account fee
:62F:C261128EUR1234,50
-`

const ofx = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>37040044<ACCTID>0532013000</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261127120000[+1:CET]<TRNAMT>244.98<FITID>B-1<NAME>Smith &amp; Co<MEMO>Invoice INV/26-27/00001</STMTTRN>
<STMTTRN><TRNTYPE>FEE<DTPOSTED>20261128<TRNAMT>-9.90<FITID>B-2<NAME>Fee</STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>1234.50<DTASOF>20261128</LEDGERBAL><AVAILBAL><BALAMT>1000.00</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

test.each([
  ['camt.053', camt, 'Käufer AG', 'Rechnung INV/26-27/00001', 'DE89370400440532013000'],
  ['MT940', mt940, 'Käufer AG', 'Rechnung INV/26-27/00 01', '37040044/0532013000'],
  ['OFX', ofx, 'Smith & Co', 'Invoice INV/26-27/00001', '0532013000'],
])('%s: account, balance and booked entries with who paid and why', (format, text, party, purpose, account) => {
  expect(readStatement(text)).toMatchObject({
    statement: {
      format,
      account,
      currency: 'EUR',
      firstOn: '2026-11-27',
      lastOn: '2026-11-28',
      closing: 1_234_50,
      lines: [
        { date: '2026-11-27', amount: 244_98, currency: 'EUR', party, text: purpose, reference: 'B-1' },
        { date: '2026-11-28', amount: -9_90 },
      ],
    },
  })
})

test.each(['', 'Date,Amount\n', '<?xml version="1.0"?><Document/>', ':20:X\n:61:nothing\n', camt.replace('244.98', 'many')])(
  'what is no statement is refused with words: %#',
  (text) => expect(readStatement(text)).toEqual({ fault: expect.any(String) }),
)

test('a long statement is read in time by the thread', async () => {
  const entry = ':61:2611271127C1,00NTRFNONREF\n:86:?20Some text?32Name\n'
  const text = `:25:1\n:60F:C261126EUR0,\n${entry.repeat(4_000)}`
  const read = await readStatementSafely(text)
  expect('statement' in read && read.statement.lines.length).toBe(4_000)
})
