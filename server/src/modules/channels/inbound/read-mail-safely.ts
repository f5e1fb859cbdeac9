import { createHash } from 'node:crypto'
import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import type { ReadMail } from './read-mail.ts'

export interface MailRequest {
  raw: Uint8Array
  accountId: string | null
  authservId: string
  /** Why only the headers are read. */
  refused: string | null
}

const askThread = createThreadReader<MailRequest, ReadMail>(new URL('./mail-thread.ts', import.meta.url), {
  mostMs: 15_000,
  heapMb: 192,
  outsideMb: 160,
  threads: 2,
})

const isOfTheMail = (error: unknown) => error instanceof ReaderLimitError || error instanceof ReaderFault

/** As `readMail`, by a thread with limits of time and memory. An email that exceeds them is listed as `other`, with its headers if possible. */
export async function readMailSafely(raw: Buffer, accountId: string | null, authservId = ''): Promise<ReadMail> {
  const ask = async (refused: string | null) => {
    const { item, attachments } = await askThread({ raw, accountId, authservId, refused })
    return { item, attachments: attachments.map((each) => ({ ...each, content: Buffer.from(each.content) })) }
  }
  try {
    return await ask(null)
  } catch (error) {
    if (!isOfTheMail(error)) throw error
    const { message: reason } = error as Error
    return ask(reason).catch((again: unknown) => {
      if (!isOfTheMail(again)) throw again
      const name = `mail:sha256:${createHash('sha256').update(raw).digest('hex')}`
      return unreadMail(name, accountId, `The mail could not be read: ${reason}`)
    })
  }
}

/** An email of which nothing can be read: listed so that members see that it arrived, without an effect. */
export const unreadMail = (externalId: string, accountId: string | null, diagnostic: string): ReadMail => ({
  item: { accountId, channel: 'email', externalId, sender: '', recipient: '', subject: '', text: '', kind: 'other', data: { diagnostic } },
  attachments: [],
})
