// Reads emails away from the event loop: anybody can send one that takes long or much memory.
import { answerRequests } from '../../../platform/threads/answer-requests.ts'
import { readHeadersOnly, readMail } from './read-mail.ts'
import type { ReadMail } from './read-mail.ts'
import type { MailRequest } from './read-mail-safely.ts'

answerRequests<MailRequest, ReadMail>(({ raw, accountId, authservId, refused }) =>
  refused === null ? readMail(Buffer.from(raw), accountId, authservId) : readHeadersOnly(Buffer.from(raw), accountId, refused),
)
