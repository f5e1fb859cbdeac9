import type { EInvoice, EInvoiceParty, EInvoiceVat } from './e-invoice.ts'
import { decimal, element, plain, writeXml } from './write-xml.ts'
import type { XmlNode } from './write-xml.ts'

const customization = 'urn:cen.eu:en16931:2017'
const namespaces = {
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

const cbc = (name: string, text: string | null, attributes = {}) => element(`cbc:${name}`, text, attributes)
const cac = (name: string, ...children: (XmlNode | null)[]) => element(`cac:${name}`, children)
const vatScheme = cac('TaxScheme', cbc('ID', 'VAT'))

const partyOf = (role: string, { name, vatId, country, street, city, email }: EInvoiceParty) =>
  cac(
    role,
    cac(
      'Party',
      email === '' ? null : cbc('EndpointID', email, { schemeID: 'EM' }),
      cac('PartyName', cbc('Name', name)),
      cac('PostalAddress', cbc('StreetName', street), cbc('CityName', city), cac('Country', cbc('IdentificationCode', country))),
      vatId === '' ? null : cac('PartyTaxScheme', cbc('CompanyID', vatId), vatScheme),
      cac('PartyLegalEntity', cbc('RegistrationName', name)),
    ),
  )

const categoryOf = (name: string, { category, basisPoints }: Pick<EInvoiceVat, 'category' | 'basisPoints'>, reason = '') =>
  cac(
    name,
    cbc('ID', category),
    category === 'O' ? null : cbc('Percent', plain(basisPoints / 100)),
    cbc('TaxExemptionReason', reason),
    vatScheme,
  )

type Money = (name: string, minor: number) => XmlNode | null

const deliveryOf = ({ date, buyer, vat }: EInvoice) =>
  vat.some(({ category }) => category === 'K')
    ? cac(
        'Delivery',
        cbc('ActualDeliveryDate', date),
        cac('DeliveryLocation', cac('Address', cac('Country', cbc('IdentificationCode', buyer.country)))),
      )
    : null

/** A credit note has no due date of its own: it stands here. */
const paymentOf = ({ kind, number, dueDate, payment }: EInvoice) =>
  payment &&
  cac(
    'PaymentMeans',
    cbc('PaymentMeansCode', '30'),
    kind === 'credit-note' ? cbc('PaymentDueDate', dueDate) : null,
    cbc('PaymentID', number),
    cac(
      'PayeeFinancialAccount',
      cbc('ID', payment.iban),
      payment.bic === '' ? null : cac('FinancialInstitutionBranch', cbc('ID', payment.bic)),
    ),
  )

const discountOf = (amount: XmlNode | null, category: XmlNode | null = null) =>
  cac('AllowanceCharge', cbc('ChargeIndicator', 'false'), cbc('AllowanceChargeReason', 'Discount'), amount, category)

const taxesOf = ({ vat, totals }: EInvoice, money: Money) =>
  cac(
    'TaxTotal',
    money('TaxAmount', totals.vat),
    ...vat.map((each) =>
      cac(
        'TaxSubtotal',
        money('TaxableAmount', each.taxable),
        money('TaxAmount', each.amount),
        categoryOf('TaxCategory', each, each.reason),
      ),
    ),
  )

const totalsOf = ({ totals }: EInvoice, money: Money) =>
  cac(
    'LegalMonetaryTotal',
    money('LineExtensionAmount', totals.lines),
    money('TaxExclusiveAmount', totals.net),
    money('TaxInclusiveAmount', totals.gross),
    totals.allowances === 0 ? null : money('AllowanceTotalAmount', totals.allowances),
    totals.prepaid === 0 ? null : money('PrepaidAmount', totals.prepaid),
    totals.rounding === 0 ? null : money('PayableRoundingAmount', totals.rounding),
    money('PayableAmount', totals.payable),
  )

const lineOf = (line: EInvoice['lines'][number], isCredit: boolean, money: Money) =>
  cac(
    isCredit ? 'CreditNoteLine' : 'InvoiceLine',
    cbc('ID', line.id),
    cbc(isCredit ? 'CreditedQuantity' : 'InvoicedQuantity', plain(line.quantity), { unitCode: line.unit }),
    money('LineExtensionAmount', line.amount),
    line.discount === 0 ? null : discountOf(money('Amount', line.discount)),
    cac('Item', cbc('Name', line.name), categoryOf('ClassifiedTaxCategory', line)),
    cac('Price', money('PriceAmount', line.price)),
  )

/** The invoice as UBL 2.1 (ISO/IEC 19845), EN 16931 without a national specification. */
export function writeUbl(invoice: EInvoice): string {
  const { kind, number, date, dueDate, currency, note, buyerReference, orderReference, preceding, lines, allowances } = invoice
  const isCredit = kind === 'credit-note'
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const money: Money = (name, minor) => cbc(name, decimal(minor), { currencyID: currency })
  const content = [
    cbc('CustomizationID', customization),
    cbc('ID', number),
    cbc('IssueDate', date),
    isCredit ? null : cbc('DueDate', dueDate),
    cbc(isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode', isCredit ? '381' : '380'),
    cbc('Note', note),
    cbc('DocumentCurrencyCode', currency),
    cbc('BuyerReference', buyerReference),
    orderReference === '' ? null : cac('OrderReference', cbc('ID', orderReference)),
    preceding && cac('BillingReference', cac('InvoiceDocumentReference', cbc('ID', preceding.number), cbc('IssueDate', preceding.date))),
    partyOf('AccountingSupplierParty', invoice.seller),
    partyOf('AccountingCustomerParty', invoice.buyer),
    deliveryOf(invoice),
    paymentOf(invoice),
    ...allowances.map((each) => discountOf(money('Amount', each.amount), categoryOf('TaxCategory', each))),
    taxesOf(invoice, money),
    totalsOf(invoice, money),
    ...lines.map((line) => lineOf(line, isCredit, money)),
  ]
  const node = element(root, content, { xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`, ...namespaces })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${node ? writeXml(node) : ''}\n`
}
