/**
 * Units of measure by the unit quantity code of GST (list of the GST portal), each with its code of UN/ECE recommendation 20, which European
 * e-invoices use. Hours, days and months have no unit quantity code: the portal takes OTH for goods, and NA for services.
 */
export const units = {
  NOS: { name: 'Numbers', unece: 'C62' },
  PCS: { name: 'Pieces', unece: 'H87' },
  HUR: { name: 'Hours', unece: 'HUR', uqc: 'OTH' },
  DAY: { name: 'Days', unece: 'DAY', uqc: 'OTH' },
  MON: { name: 'Months', unece: 'MON', uqc: 'OTH' },
  BAG: { name: 'Bags', unece: 'XBG' },
  BAL: { name: 'Bale', unece: 'XBL' },
  BDL: { name: 'Bundles', unece: 'XBE' },
  BKL: { name: 'Buckles', unece: 'C62' },
  BOU: { name: 'Billions of units', unece: 'C62' },
  BOX: { name: 'Box', unece: 'XBX' },
  BTL: { name: 'Bottles', unece: 'XBO' },
  BUN: { name: 'Bunches', unece: 'XBH' },
  CAN: { name: 'Cans', unece: 'XCA' },
  CBM: { name: 'Cubic meters', unece: 'MTQ' },
  CCM: { name: 'Cubic centimeters', unece: 'CMQ' },
  CMS: { name: 'Centimeters', unece: 'CMT' },
  CTN: { name: 'Cartons', unece: 'XCT' },
  DOZ: { name: 'Dozens', unece: 'DZN' },
  DRM: { name: 'Drums', unece: 'XDR' },
  GGK: { name: 'Great gross', unece: 'GGR' },
  GMS: { name: 'Grams', unece: 'GRM' },
  GRS: { name: 'Gross', unece: 'GRO' },
  GYD: { name: 'Gross yards', unece: 'C62' },
  KGS: { name: 'Kilograms', unece: 'KGM' },
  KLR: { name: 'Kiloliters', unece: 'K6' },
  KME: { name: 'Kilometers', unece: 'KMT' },
  LTR: { name: 'Liters', unece: 'LTR' },
  MLT: { name: 'Milliliters', unece: 'MLT' },
  MTR: { name: 'Meters', unece: 'MTR' },
  MTS: { name: 'Metric tons', unece: 'TNE' },
  PAC: { name: 'Packs', unece: 'XPK' },
  PRS: { name: 'Pairs', unece: 'PR' },
  QTL: { name: 'Quintal', unece: 'DTN' },
  ROL: { name: 'Rolls', unece: 'XRO' },
  SET: { name: 'Sets', unece: 'SET' },
  SQF: { name: 'Square feet', unece: 'FTK' },
  SQM: { name: 'Square meters', unece: 'MTK' },
  SQY: { name: 'Square yards', unece: 'YDK' },
  TBS: { name: 'Tablets', unece: 'U2' },
  TGM: { name: 'Ten gross', unece: 'TP' },
  THD: { name: 'Thousands', unece: 'MIL' },
  TON: { name: 'Tonnes', unece: 'TNE' },
  TUB: { name: 'Tubes', unece: 'XTU' },
  UGS: { name: 'US gallons', unece: 'GLL' },
  UNT: { name: 'Units', unece: 'C62' },
  YDS: { name: 'Yards', unece: 'YRD' },
  OTH: { name: 'Others', unece: 'C62' },
} as const satisfies Record<string, { name: string; unece: string; uqc?: string }>

type Unit = keyof typeof units
/** Empty: none is named. */
export const unitCodes = ['', ...(Object.keys(units) as Unit[])] as const
const unitOf = (code: string): { name: string; unece: string; uqc?: string } | undefined =>
  Object.hasOwn(units, code) ? units[code as Unit] : undefined

/** For GSTR-1. */
export const uqcOf = (code: string): string => (unitOf(code) ? (unitOf(code)?.uqc ?? code) : 'OTH')
/** For EN 16931: C62 is "one". */
export const uneceOf = (code: string): string => unitOf(code)?.unece ?? 'C62'
