import { brokenRules } from './check-rules.ts'
import type { BrokenRule } from './check-rules.ts'
import { vatCategories } from './e-invoice.ts'
import type { EInvoice, EInvoiceAllowance, EInvoiceLine, EInvoiceParty, VatCategory } from './e-invoice.ts'
import { XmlFault, find, findAll, parseXml, textAt } from './xml-tree.ts'
import type { XmlElement } from './xml-tree.ts'

export type ReadEInvoice =
  | { syntax: 'UBL' | 'CII'; invoice: EInvoice; broken: BrokenRule[] }
  /** Why it is no e-invoice that we read. */
  | { fault: string }

/** An amount with at most two decimals (BR-DEC). @throws XmlFault */
function minor(text: string): number {
  if (text === '') return 0
  if (!/^-?\d{1,12}(\.\d{1,2}0*)?$/.test(text)) throw new XmlFault(`BR-DEC: "${text.slice(0, 40)}" is no amount with two decimals`)
  return Math.round(Number(text) * 100)
}

/** Prices and quantities may have more decimals. @throws XmlFault */
function numeric(text: string, fallback: number): number {
  if (text === '') return fallback
  if (!/^-?\d{1,12}(\.\d{1,10})?$/.test(text)) throw new XmlFault(`"${text.slice(0, 40)}" is no number`)
  return Number(text)
}

const basisPoints = (text: string): number => Math.round(numeric(text, 0) * 100)
const categoryOf = (text: string): VatCategory => vatCategories.find((category) => category === text) ?? 'S'
const dayOf = (text: string): string =>
  /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text.slice(0, 10)

/** The price of one piece: of the base quantity where one is named. */
const priceOf = (amount: string, base: string): number => Math.round((numeric(amount, 0) / (numeric(base, 1) || 1)) * 100)

function totalsOf(texts: Record<keyof EInvoice['totals'], string>): EInvoice['totals'] {
  const entries = Object.entries(texts).map(([key, text]) => [key, minor(text)])
  return Object.fromEntries(entries) as EInvoice['totals']
}

const signed = (from: XmlElement, indicator: string): 1 | -1 => (textAt(from, indicator) === 'true' ? -1 : 1)

function ublParty(from: XmlElement | undefined): EInvoiceParty {
  const scheme = findAll(from, 'PartyTaxScheme').find((each) => textAt(each, 'TaxScheme/ID') === 'VAT')
  return {
    name: textAt(from, 'PartyLegalEntity/RegistrationName') || textAt(from, 'PartyName/Name'),
    vatId: textAt(scheme, 'CompanyID'),
    country: textAt(from, 'PostalAddress/Country/IdentificationCode'),
    street: textAt(from, 'PostalAddress/StreetName'),
    city: textAt(from, 'PostalAddress/CityName'),
    email: find(from, 'EndpointID')?.attributes['schemeID'] === 'EM' ? textAt(from, 'EndpointID') : textAt(from, 'Contact/ElectronicMail'),
  }
}

function ublLine(line: XmlElement): EInvoiceLine {
  const quantity = find(line, 'InvoicedQuantity') ?? find(line, 'CreditedQuantity')
  return {
    id: textAt(line, 'ID'),
    name: textAt(line, 'Item/Name'),
    quantity: numeric(quantity?.text.trim() ?? '', 0),
    unit: quantity?.attributes['unitCode'] ?? '',
    price: priceOf(textAt(line, 'Price/PriceAmount'), textAt(line, 'Price/BaseQuantity')),
    discount: findAll(line, 'AllowanceCharge').reduce(
      (sum, each) => sum + signed(each, 'ChargeIndicator') * minor(textAt(each, 'Amount')),
      0,
    ),
    amount: minor(textAt(line, 'LineExtensionAmount')),
    category: categoryOf(textAt(line, 'Item/ClassifiedTaxCategory/ID')),
    basisPoints: basisPoints(textAt(line, 'Item/ClassifiedTaxCategory/Percent')),
  }
}

function readUbl(root: XmlElement): EInvoice {
  const isCredit = root.name === 'CreditNote'
  const taxTotal = find(root, 'TaxTotal')
  const means = find(root, 'PaymentMeans')
  const iban = textAt(means, 'PayeeFinancialAccount/ID')
  const preceding = find(root, 'BillingReference/InvoiceDocumentReference')
  const sum = (name: string) => textAt(root, `LegalMonetaryTotal/${name}`)
  const allowances = findAll(root, 'AllowanceCharge').map((each): EInvoiceAllowance => ({
    amount: signed(each, 'ChargeIndicator') * minor(textAt(each, 'Amount')),
    category: categoryOf(textAt(each, 'TaxCategory/ID')),
    basisPoints: basisPoints(textAt(each, 'TaxCategory/Percent')),
  }))
  const totals = totalsOf({
    lines: sum('LineExtensionAmount'),
    allowances: sum('AllowanceTotalAmount'),
    net: sum('TaxExclusiveAmount'),
    vat: textAt(taxTotal, 'TaxAmount'),
    gross: sum('TaxInclusiveAmount'),
    prepaid: sum('PrepaidAmount'),
    rounding: sum('PayableRoundingAmount'),
    payable: sum('PayableAmount'),
  })
  return {
    kind: isCredit ? 'credit-note' : 'invoice',
    number: textAt(root, 'ID'),
    date: textAt(root, 'IssueDate'),
    dueDate: textAt(root, 'DueDate') || textAt(means, 'PaymentDueDate') || null,
    currency: textAt(root, 'DocumentCurrencyCode'),
    note: textAt(root, 'Note'),
    buyerReference: textAt(root, 'BuyerReference'),
    orderReference: textAt(root, 'OrderReference/ID'),
    preceding: preceding ? { number: textAt(preceding, 'ID'), date: textAt(preceding, 'IssueDate') } : null,
    seller: ublParty(find(root, 'AccountingSupplierParty/Party')),
    buyer: ublParty(find(root, 'AccountingCustomerParty/Party')),
    payment: iban === '' ? null : { iban, bic: textAt(means, 'PayeeFinancialAccount/FinancialInstitutionBranch/ID') },
    lines: findAll(root, isCredit ? 'CreditNoteLine' : 'InvoiceLine').map(ublLine),
    allowances,
    vat: findAll(taxTotal, 'TaxSubtotal').map((each) => ({
      category: categoryOf(textAt(each, 'TaxCategory/ID')),
      basisPoints: basisPoints(textAt(each, 'TaxCategory/Percent')),
      taxable: minor(textAt(each, 'TaxableAmount')),
      amount: minor(textAt(each, 'TaxAmount')),
      reason: textAt(each, 'TaxCategory/TaxExemptionReason') || textAt(each, 'TaxCategory/TaxExemptionReasonCode'),
    })),
    // Charges of the document count as discounts below nothing.
    totals: { ...totals, allowances: totals.allowances - minor(sum('ChargeTotalAmount')) },
  }
}

function ciiParty(from: XmlElement | undefined): EInvoiceParty {
  const registration = findAll(from, 'SpecifiedTaxRegistration').find((each) => find(each, 'ID')?.attributes['schemeID'] === 'VA')
  return {
    name: textAt(from, 'Name'),
    vatId: textAt(registration, 'ID'),
    country: textAt(from, 'PostalTradeAddress/CountryID'),
    street: textAt(from, 'PostalTradeAddress/LineOne'),
    city: textAt(from, 'PostalTradeAddress/CityName'),
    email: textAt(from, 'URIUniversalCommunication/URIID'),
  }
}

const ciiDiscount = (each: XmlElement): number => signed(each, 'ChargeIndicator/Indicator') * minor(textAt(each, 'ActualAmount'))

function ciiLine(line: XmlElement): EInvoiceLine {
  const quantity = find(line, 'SpecifiedLineTradeDelivery/BilledQuantity')
  const price = find(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice')
  const settlement = find(line, 'SpecifiedLineTradeSettlement')
  return {
    id: textAt(line, 'AssociatedDocumentLineDocument/LineID'),
    name: textAt(line, 'SpecifiedTradeProduct/Name'),
    quantity: numeric(quantity?.text.trim() ?? '', 0),
    unit: quantity?.attributes['unitCode'] ?? '',
    price: priceOf(textAt(price, 'ChargeAmount'), textAt(price, 'BasisQuantity')),
    discount: findAll(settlement, 'SpecifiedTradeAllowanceCharge').reduce((sum, each) => sum + ciiDiscount(each), 0),
    amount: minor(textAt(settlement, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount')),
    category: categoryOf(textAt(settlement, 'ApplicableTradeTax/CategoryCode')),
    basisPoints: basisPoints(textAt(settlement, 'ApplicableTradeTax/RateApplicablePercent')),
  }
}

function readCii(root: XmlElement): EInvoice {
  const head = find(root, 'ExchangedDocument')
  const trade = find(root, 'SupplyChainTradeTransaction')
  const agreement = find(trade, 'ApplicableHeaderTradeAgreement')
  const settlement = find(trade, 'ApplicableHeaderTradeSettlement')
  const means = find(settlement, 'SpecifiedTradeSettlementPaymentMeans')
  const iban = textAt(means, 'PayeePartyCreditorFinancialAccount/IBANID')
  const preceding = find(settlement, 'InvoiceReferencedDocument')
  const sum = (name: string) => textAt(settlement, `SpecifiedTradeSettlementHeaderMonetarySummation/${name}`)
  const due = textAt(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString')
  const totals = totalsOf({
    lines: sum('LineTotalAmount'),
    allowances: sum('AllowanceTotalAmount'),
    net: sum('TaxBasisTotalAmount'),
    vat: sum('TaxTotalAmount'),
    gross: sum('GrandTotalAmount'),
    prepaid: sum('TotalPrepaidAmount'),
    rounding: sum('RoundingAmount'),
    payable: sum('DuePayableAmount'),
  })
  return {
    kind: textAt(head, 'TypeCode') === '381' ? 'credit-note' : 'invoice',
    number: textAt(head, 'ID'),
    date: dayOf(textAt(head, 'IssueDateTime/DateTimeString')),
    dueDate: due === '' ? null : dayOf(due),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    note: textAt(head, 'IncludedNote/Content'),
    buyerReference: textAt(agreement, 'BuyerReference'),
    orderReference: textAt(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID'),
    preceding: preceding
      ? { number: textAt(preceding, 'IssuerAssignedID'), date: dayOf(textAt(preceding, 'FormattedIssueDateTime/DateTimeString')) }
      : null,
    seller: ciiParty(find(agreement, 'SellerTradeParty')),
    buyer: ciiParty(find(agreement, 'BuyerTradeParty')),
    payment: iban === '' ? null : { iban, bic: textAt(means, 'PayeeSpecifiedCreditorFinancialInstitution/BICID') },
    lines: findAll(trade, 'IncludedSupplyChainTradeLineItem').map(ciiLine),
    allowances: findAll(settlement, 'SpecifiedTradeAllowanceCharge').map((each) => ({
      amount: ciiDiscount(each),
      category: categoryOf(textAt(each, 'CategoryTradeTax/CategoryCode')),
      basisPoints: basisPoints(textAt(each, 'CategoryTradeTax/RateApplicablePercent')),
    })),
    vat: findAll(settlement, 'ApplicableTradeTax').map((each) => ({
      category: categoryOf(textAt(each, 'CategoryCode')),
      basisPoints: basisPoints(textAt(each, 'RateApplicablePercent')),
      taxable: minor(textAt(each, 'BasisAmount')),
      amount: minor(textAt(each, 'CalculatedAmount')),
      reason: textAt(each, 'ExemptionReason') || textAt(each, 'ExemptionReasonCode'),
    })),
    totals: { ...totals, allowances: totals.allowances - minor(sum('ChargeTotalAmount')) },
  }
}

/** Reads an invoice or a credit note of EN 16931 in either syntax, and says which rules it breaks. */
export function readEInvoice(text: string): ReadEInvoice {
  try {
    const root = parseXml(text)
    const isUbl = root.name === 'Invoice' || root.name === 'CreditNote'
    if (!isUbl && root.name !== 'CrossIndustryInvoice') return { fault: 'This XML is neither UBL nor CII' }
    const invoice = isUbl ? readUbl(root) : readCii(root)
    return { syntax: isUbl ? 'UBL' : 'CII', invoice, broken: brokenRules(invoice) }
  } catch (error) {
    if (error instanceof XmlFault) return { fault: error.message }
    throw error
  }
}
