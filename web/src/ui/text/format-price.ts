import { currentLanguage } from '../../lib/words.ts'

/** Minor units as `₹1,999` or `₹19,190.40`. */
export function formatPrice(amount: number, currency: string): string {
  const digits = amount % 100 === 0 ? 0 : 2
  const options = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(currentLanguage() === 'en' ? 'en-IN' : currentLanguage(), options).format(amount / 100)
}
