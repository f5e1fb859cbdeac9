import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { copyReplies } from './copy-replies.ts'
import { handOverJob, handOverWaiting } from './hand-over.ts'
import { receiveMailJob, takeTicketMail } from './receive-mail.ts'
import { supportOperations } from './routes.ts'
import { exportTickets, exportTicketFiles, exportTicketMessages } from './store.ts'
import { ticketAnswered } from './notify-author.ts'

export { ticketAnswered } from './notify-author.ts'

const handOverEveryMs = 60_000

export const supportModule: ModuleFactory = (platform) => ({
  name: 'support',
  tables: ['support_tickets', 'support_messages', 'support_attachments', 'support_desk_tickets'],
  acts: {
    sentences: {
      'support.organization': describedAct('settings', '{actor} chose the organization of the operator'),
      'support.create': describedAct('change', '{actor} asked the operator for support'),
      'support.reply': describedAct('change', '{actor} wrote in a support ticket'),
      'support.close': describedAct('change', '{actor} closed a support ticket'),
      'support.attach': describedAct('change', '{actor} uploaded a file for a support ticket'),
    },
  },
  emits: [ticketAnswered],
  operations: supportOperations(platform),
  extensions: [takeTicketMail(platform)],
  jobs: [handOverJob(platform), receiveMailJob(platform)],
  events: [copyReplies(platform)],
  ticks: [{ name: 'hand-over-tickets', everyMs: handOverEveryMs, run: () => handOverWaiting(platform) }],
  exportPerson: async ({ userId, orgIds }) => ({
    supportTickets: await collectInEach(platform.db, orgIds, (tx) => exportTickets(tx, userId)),
    supportMessages: await collectInEach(platform.db, orgIds, (tx) => exportTicketMessages(tx, userId)),
    supportFiles: await collectInEach(platform.db, orgIds, (tx) => exportTicketFiles(tx, userId)),
  }),
})
