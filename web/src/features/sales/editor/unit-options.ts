import { units } from '@imperium/contract/sales/units.ts'

/** Units by their code and the English name of the official list. */
export const unitOptions = Object.entries(units).map(([value, { name }]) => ({ value, label: `${value} · ${name}` }))
