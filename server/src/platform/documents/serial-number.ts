const mostDigits = 6
const shownDigits = 5

/** The number of a document in a series; null when the series is used up. At most 16 characters (rule 46(b) of the CGST Rules, 2017). */
export function serialNumber(prefix: string, period: string, last: number): string | null {
  const digits = String(last).padStart(shownDigits, '0')
  return digits.length > mostDigits ? null : `${prefix}/${period}/${digits}`
}

/** The financial year of a day: 26-27, or 2026 where it begins in January. */
export function financialYear(day: string, startMonth: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  if (startMonth === 1) return String(year)
  const first = month >= startMonth ? year : year - 1
  const short = (each: number) => String(each % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}
