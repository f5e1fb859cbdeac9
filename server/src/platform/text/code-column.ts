const codes = [
  /plz|postleitzahl|^zip|zip ?code|post ?code|postal|^cap$|郵便/iu,
  /(?:phone|t[eé]l[eéè]fon[oe]?|(?<!\p{L})t[eé]l|fax|mobile?|mobiltelefon|handy|(?<!\p{L})ruf|m[oó]vil|celular|cellulare|電話)[\s._-]*(?:nummer|number|nr|no|番号)?[\s._-]*\d*$/iu,
]

/** Whether the head of a column says that its digits are no number: postcodes and phone numbers, even where none begins with a zero. */
export const isCodeColumn = (head: string): boolean => codes.some((each) => each.test(head.trim()))

/** A postcode, a phone number, that of an article: what would lose its zeros, its plus or its last digits is no number. */
export const isCode = (text: string): boolean => /^0\d|\d{16}|^\+\d[\d ()/-]{6,}$/.test(text)
