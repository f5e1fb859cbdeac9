/** An amount in whole units for a spreadsheet: 1180.00. */
export const csvAmount = (minor: number): string => (minor / 100).toFixed(2)
