/** Minor units as people write them; whole amounts without hundredths. */
export const formatAmount = (minor: number, currency: string): string =>
  new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en', {
    style: 'currency',
    currency,
    ...(minor % 100 === 0 ? { maximumFractionDigits: 0 } : {}),
  }).format(minor / 100)
