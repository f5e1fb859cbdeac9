import type { OrgTx } from '../../platform/db/database.ts'
import { queueContactEmail } from '../../platform/mail/queue-email.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { Platform } from '../../platform/platform.ts'
import { findProfile } from '../organizations/index.ts'
import { chatTexts } from './chat-texts.ts'
import type { SessionRow } from './sessions-store.ts'

/** A visitor who has not been seen for this long does not read the answer in the chat. */
const awayMs = 2 * 60_000

/** Mails a member's answer to a visitor who has left and gave an address. */
export async function mailReply(
  platform: Platform,
  tx: OrgTx,
  session: SessionRow,
  { sender, text }: { sender: string; text: string },
): Promise<void> {
  const isAway = platform.clock.now().getTime() - session.lastSeenAt.getTime() > awayMs
  if (!session.email || !isAway) return
  const name = (await findProfile(tx, tx.orgId))?.name ?? ''
  const texts = chatTexts[session.language]
  const rendered = renderEmail({
    language: session.language,
    subject: texts.answerSubject.replace('{organization}', () => name),
    organizationName: name,
    paragraphs: [texts.answerIntro.replace('{name}', () => sender), text],
    notes: [texts.whyAnswer],
  })
  await queueContactEmail(platform, tx, session.email, rendered)
}
