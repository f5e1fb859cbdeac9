/** A number without the noise of binary fractions, as spreadsheets show it: 15 digits, never as 1e21. */
export const plainNumber = (value: number): string => {
  const text = String(Number(value.toPrecision(15)))
  if (!text.includes('e')) return text
  return Number.isInteger(value) && Math.abs(value) < 1e30 ? BigInt(value).toString() : text
}
