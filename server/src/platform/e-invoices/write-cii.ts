import type { EInvoice, EInvoiceParty, EInvoiceVat } from './e-invoice.ts'
import { decimal, element, plain, writeXml } from './write-xml.ts'
import type { XmlNode } from './write-xml.ts'

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

const ram = (name: string, ...children: (XmlNode | null)[]) => element(`ram:${name}`, children)
const text = (name: string, value: string, attributes = {}) => element(`ram:${name}`, value, attributes)
const money = (name: string, minor: number, attributes = {}) => text(name, decimal(minor), attributes)
const day = (name: string, date: string | null, inner = 'udt:DateTimeString') =>
  date === null ? null : element(`ram:${name}`, element(inner, date.replaceAll('-', ''), { format: '102' }))

const partyOf = (role: string, { name, vatId, country, street, city, email }: EInvoiceParty) =>
  ram(
    role,
    text('Name', name),
    ram('PostalTradeAddress', text('LineOne', street), text('CityName', city), text('CountryID', country)),
    email === '' ? null : ram('URIUniversalCommunication', text('URIID', email, { schemeID: 'EM' })),
    vatId === '' ? null : ram('SpecifiedTaxRegistration', text('ID', vatId, { schemeID: 'VA' })),
  )

const rate = ({ category, basisPoints }: Pick<EInvoiceVat, 'category' | 'basisPoints'>) =>
  category === 'O' ? null : text('RateApplicablePercent', plain(basisPoints / 100))

function lineOf({ id, name, quantity, unit, price, discount, amount, category, basisPoints }: EInvoice['lines'][number]) {
  return ram(
    'IncludedSupplyChainTradeLineItem',
    ram('AssociatedDocumentLineDocument', text('LineID', id)),
    ram('SpecifiedTradeProduct', text('Name', name)),
    ram('SpecifiedLineTradeAgreement', ram('NetPriceProductTradePrice', money('ChargeAmount', price))),
    ram('SpecifiedLineTradeDelivery', text('BilledQuantity', plain(quantity), { unitCode: unit })),
    ram(
      'SpecifiedLineTradeSettlement',
      ram('ApplicableTradeTax', text('TypeCode', 'VAT'), text('CategoryCode', category), rate({ category, basisPoints })),
      discount === 0
        ? null
        : ram(
            'SpecifiedTradeAllowanceCharge',
            element('ram:ChargeIndicator', element('udt:Indicator', 'false')),
            money('ActualAmount', discount),
            text('Reason', 'Discount'),
          ),
      ram('SpecifiedTradeSettlementLineMonetarySummation', money('LineTotalAmount', amount)),
    ),
  )
}

function settlementOf({ number, date, dueDate, currency, preceding, payment, allowances, vat, totals }: EInvoice) {
  return ram(
    'ApplicableHeaderTradeSettlement',
    payment && text('PaymentReference', number),
    text('InvoiceCurrencyCode', currency),
    payment &&
      ram(
        'SpecifiedTradeSettlementPaymentMeans',
        text('TypeCode', '30'),
        ram('PayeePartyCreditorFinancialAccount', text('IBANID', payment.iban)),
        payment.bic === '' ? null : ram('PayeeSpecifiedCreditorFinancialInstitution', text('BICID', payment.bic)),
      ),
    ...vat.map((each) =>
      ram(
        'ApplicableTradeTax',
        money('CalculatedAmount', each.amount),
        text('TypeCode', 'VAT'),
        text('ExemptionReason', each.reason),
        money('BasisAmount', each.taxable),
        text('CategoryCode', each.category),
        rate(each),
      ),
    ),
    ...allowances.map((each) =>
      ram(
        'SpecifiedTradeAllowanceCharge',
        element('ram:ChargeIndicator', element('udt:Indicator', 'false')),
        money('ActualAmount', each.amount),
        text('Reason', 'Discount'),
        ram('CategoryTradeTax', text('TypeCode', 'VAT'), text('CategoryCode', each.category), rate(each)),
      ),
    ),
    dueDate === null ? null : ram('SpecifiedTradePaymentTerms', day('DueDateDateTime', dueDate)),
    ram(
      'SpecifiedTradeSettlementHeaderMonetarySummation',
      money('LineTotalAmount', totals.lines),
      totals.allowances === 0 ? null : money('AllowanceTotalAmount', totals.allowances),
      money('TaxBasisTotalAmount', totals.net),
      money('TaxTotalAmount', totals.vat, { currencyID: currency }),
      totals.rounding === 0 ? null : money('RoundingAmount', totals.rounding),
      money('GrandTotalAmount', totals.gross),
      totals.prepaid === 0 ? null : money('TotalPrepaidAmount', totals.prepaid),
      money('DuePayableAmount', totals.payable),
    ),
    preceding &&
      ram(
        'InvoiceReferencedDocument',
        text('IssuerAssignedID', preceding.number),
        day('FormattedIssueDateTime', preceding.date || date, 'qdt:DateTimeString'),
      ),
  )
}

/** The invoice as a Cross Industry Invoice (UN/CEFACT D16B), the syntax of Factur-X. */
export function writeCii(invoice: EInvoice): string {
  const { kind, number, date, note, buyerReference, orderReference, seller, buyer, lines, vat } = invoice
  const isIntraCommunity = vat.some(({ category }) => category === 'K')
  const node = element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', ram('GuidelineSpecifiedDocumentContextParameter', text('ID', 'urn:cen.eu:en16931:2017'))),
      element('rsm:ExchangedDocument', [
        text('ID', number),
        text('TypeCode', kind === 'credit-note' ? '381' : '380'),
        day('IssueDateTime', date),
        note === '' ? null : ram('IncludedNote', text('Content', note)),
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        ...lines.map(lineOf),
        ram(
          'ApplicableHeaderTradeAgreement',
          text('BuyerReference', buyerReference),
          partyOf('SellerTradeParty', seller),
          partyOf('BuyerTradeParty', buyer),
          orderReference === '' ? null : ram('BuyerOrderReferencedDocument', text('IssuerAssignedID', orderReference)),
        ),
        isIntraCommunity
          ? ram(
              'ApplicableHeaderTradeDelivery',
              ram('ShipToTradeParty', ram('PostalTradeAddress', text('CountryID', buyer.country))),
              ram('ActualDeliverySupplyChainEvent', day('OccurrenceDateTime', date)),
            )
          : { name: 'ram:ApplicableHeaderTradeDelivery', attributes: {}, content: '' },
        settlementOf(invoice),
      ]),
    ],
    { ...namespaces, 'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100' },
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${node ? writeXml(node) : ''}\n`
}
