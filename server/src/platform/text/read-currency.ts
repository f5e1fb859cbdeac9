import { unitOf } from './read-number.ts'

const dollars = 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD DOP UYU CUP'
const crowns = 'SEK NOK DKK ISK'

/** Currencies that a sign or a word can stand for; a code of three letters stands for itself. */
const signs: Readonly<Record<string, string>> = {
  $: dollars,
  US$: 'USD',
  CA$: 'CAD',
  C$: 'CAD NIO',
  AU$: 'AUD',
  A$: 'AUD',
  NZ$: 'NZD',
  S$: 'SGD',
  HK$: 'HKD',
  NT$: 'TWD',
  MX$: 'MXN',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP EGP LBP SYP SDG GIP FKP SHP SSP',
  '¥': 'JPY CNY',
  円: 'JPY',
  元: 'CNY TWD HKD',
  '₹': 'INR',
  Rs: 'INR PKR LKR NPR MUR SCR',
  '₨': 'INR PKR LKR NPR MUR SCR',
  '₩': 'KRW KPW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₴': 'UAH',
  '₫': 'VND',
  '₪': 'ILS',
  '₱': 'PHP',
  '฿': 'THB',
  '₦': 'NGN',
  '₵': 'GHS',
  '₸': 'KZT',
  '₼': 'AZN',
  '₾': 'GEL',
  '৳': 'BDT',
  Fr: 'CHF XOF XAF XPF GNF DJF KMF BIF RWF CDF',
  kr: crowns,
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  lei: 'RON MDL',
}

/** Whether an amount says with a sign of its own that it is in another currency. */
export function isOtherCurrency(text: string, currency: string): boolean {
  const { money } = unitOf(text)
  if (money === null) return false
  const known = signs[money.replace(/\.$/, '')]
  return known === undefined ? money !== currency : !known.split(' ').includes(currency)
}
