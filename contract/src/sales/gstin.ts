/** States of India by the first two digits of a GSTIN; 96: outside India, 97: other territory. */
export const gstStates: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '96': 'Outside India',
  '97': 'Other territory',
}

/** The code of a state by its code or name; null: unknown. */
export function stateCodeOf(text: string): string | null {
  const typed = text.trim().toLowerCase()
  return Object.entries(gstStates).find(([code, name]) => code === typed || name.toLowerCase() === typed)?.[0] ?? null
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The 15th character: values of the first 14 weighted 1, 2, 1, 2, ..., digits of each product added in base 36. */
export function gstinCheckDigit(first: string): string {
  const sum = [...first].reduce((total, character, at) => {
    const product = digits.indexOf(character) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return digits[(36 - (sum % 36)) % 36] ?? ''
}

/** State code, PAN, number of the registration, Z, check digit. */
export const isGstin = (text: string): boolean =>
  /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text) &&
  Object.hasOwn(gstStates, text.slice(0, 2)) &&
  gstinCheckDigit(text.slice(0, 14)) === text[14]
