import type { OrgTx } from '../../platform/db/database.ts'

/**
 * The ways in which one mobile number is written, the one to dial first. WhatsApp names Mexican senders with the 1 that is dialled no more,
 * and many Brazilian ones without the ninth digit that every mobile number has since 2016; Argentine ones have a 9 that lists leave out.
 */
export function numberVariants(number: string): string[] {
  const mexican = /^\+521?(\d{10})$/.exec(number)?.[1]
  if (mexican) return [`+52${mexican}`, `+521${mexican}`]
  const brazilian = /^\+55([1-9]\d)9?([6-9]\d{7})$/.exec(number)
  if (brazilian) return [`+55${brazilian[1]}9${brazilian[2]}`, `+55${brazilian[1]}${brazilian[2]}`]
  const argentine = /^\+549?([1-3]\d{9})$/.exec(number)?.[1]
  // The number of a landline is dialled without the 9: as it is given.
  if (argentine) return [number, number === `+54${argentine}` ? `+549${argentine}` : `+54${argentine}`]
  return [number]
}

/** The number as a contact has it: as it is given, else in another way of writing; in the way to dial it where no contact has it. */
export async function numberAsKept(tx: OrgTx, number: string): Promise<string> {
  const variants = numberVariants(number)
  const [dialled = number] = variants
  if (variants.length === 1) return number
  const rows = await tx.selectFrom('contacts').select('phone').distinct().where('phone', 'in', variants).execute()
  const kept = rows.map(({ phone }) => phone)
  return kept.includes(number) ? number : (variants.find((each) => kept.includes(each)) ?? dialled)
}
