const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
/** As India counts, and as others do. */
const indian = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const
const western = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const

function spell(value: number, scale: typeof indian | typeof western): string {
  for (const [size, name] of scale)
    if (value >= size) {
      const rest = value % size
      return `${spell(Math.floor(value / size), scale)} ${name}${rest > 0 ? ` ${spell(rest, scale)}` : ''}`
    }
  if (value < 20) return small[value] ?? ''
  return `${tens[Math.floor(value / 10)]}${value % 10 > 0 ? `-${small[value % 10]}` : ''}`
}

/** `Rupees one lakh two thousand and fifty paise only`, for amounts in minor units of a currency with hundredths. */
export function spellAmount(minor: number, currency: string): string {
  const isRupee = currency === 'INR'
  const scale = isRupee ? indian : western
  const hundredths = minor % 100
  const part = hundredths > 0 ? ` and ${spell(hundredths, scale)} ${isRupee ? 'paise' : 'hundredths'}` : ''
  return `${isRupee ? 'Rupees' : currency} ${spell(Math.floor(minor / 100), scale)}${part} only`
}
