import { consentLimits } from '@imperium/contract/contacts/consents.ts'
import type { AddressFile, SuppressionChannel } from '@imperium/contract/contacts/suppressions.ts'
import { createBreather } from '../../../platform/breathe.ts'
import { invalid } from '../../../platform/errors.ts'
import type { Turn } from '../../../platform/jobs/turns.ts'
import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import type { AddressRequest, FoundAddresses } from './find-addresses.ts'
import { unpackLines } from './packed-lines.ts'
import type { PackedLines } from './packed-lines.ts'

const refuse = (message: string) => invalid([{ path: 'file', message }])

const askThread = createThreadReader<AddressRequest, FoundAddresses>(new URL('./address-thread.ts', import.meta.url), {
  mostMs: 15_000,
  heapMb: 384,
})

const linesAtOnce = 2_000

/** One address in each row, in any column of it. What it is in full is read when it is added. @throws 422 for what is no table. */
export async function readAddressFile(turn: Turn, bytes: Uint8Array, channel: SuppressionChannel): Promise<AddressFile> {
  const found = await askThread({ bytes, channel, mostRows: consentLimits.addressFileRows }, { turn }).catch((error: unknown) => {
    if (!(error instanceof ReaderFault) && !(error instanceof ReaderLimitError)) throw error
    throw refuse('This file could not be read. Save the table as CSV and choose that file.')
  })
  if ('refusal' in found)
    throw found.refusal === 'encoding'
      ? refuse('The characters of this file are in an unknown encoding. Save it as UTF-8 and upload it again.')
      : refuse('The file has more than 300,000 rows. Split it, or save the column of addresses alone.')
  return { addresses: await linesOf(found.addresses), without: await linesOf(found.without), repeated: found.repeated }
}

async function linesOf(packed: PackedLines): Promise<AddressFile['addresses']> {
  const breathe = createBreather()
  const lines: AddressFile['addresses'] = []
  for (const some of unpackLines(packed, linesAtOnce)) {
    for (const line of some) lines.push(line)
    await breathe()
  }
  return lines
}
