import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * Every file that can open a connection to the outside, and where a restored copy is stopped before it. A new one fails this test
 * until it asks `Hold` or stands behind a seam that does.
 */
const gates: Record<string, string> = {
  'platform/http-out/http-out.ts': 'asks the hold before each request',
  'platform/http-out/fetch-once.ts': 'behind http-out',
  'platform/http-out/post-once.ts': 'behind http-out',
  'modules/knowledge/sources/fetch-page.ts': 'behind http-out: names its own function so',
  'platform/mail/mail.ts': 'asks the hold before each mail',
  'platform/mail/smtp-transport.ts': 'behind mail.ts',
  'platform/mail/smtp-session.ts': 'behind mail.ts and transports of accounts',
  'platform/delivery/email-threaded.ts': 'a transport of accounts: behind hold-transport.ts',
  'modules/channels/inbound/read-mailbox.ts': 'asks the hold before it signs in',
  'modules/integrations/connectors/automation/postgresql.ts': 'connects to what findAddress gives, which asks the hold',
  'modules/integrations/connectors/automation/mysql.ts': 'connects to what findAddress gives, which asks the hold',
}

const opensConnections =
  /^import (?!type )[^;]*?\b(?:connect|connectPlain|Socket|Agent|Pool|createTransport|request|createConnection)\b[^;]*? from '(?:node:(?:net|tls|https?|http2|dgram)|undici|nodemailer[^']*|mysql2[^']*)'|import\('imapflow'\)|createThreadedSmtpTransport\(options|\bImapFlow\(|(?<![\w.])fetch\(|import type \{[^}]*\} from 'undici'/m

const root = path.resolve(import.meta.dirname, '../..')
const sources = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\/|^admin\//.test(file))
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

test('every file that opens a connection to the outside is known with its gate', () => {
  expect(sources.filter((file) => opensConnections.test(read(file))).toSorted()).toEqual(Object.keys(gates).toSorted())
})

test('the gates and those that take work ask the hold', () => {
  const asks = sources.filter((file) => /\b(?:hold|isHeld)\b[^\n]*(?:isOn\(\)|isHeld\(\))|isHeld\(\)/.test(read(file)))
  expect(asks).toEqual(
    expect.arrayContaining([
      'platform/http-out/http-out.ts',
      'platform/mail/mail.ts',
      'platform/delivery/hold-transport.ts',
      'platform/jobs/job-dispatcher.ts',
      'platform/jobs/schedule.ts',
      'platform/leases/lease-runner.ts',
      'modules/channels/inbound/read-mailbox.ts',
      'modules/integrations/kit/run-action.ts',
    ]),
  )
  // Every transport of accounts is made in one place, behind the gate.
  expect(read('modules/channels/accounts/transport-for.ts')).toContain('holdTransport(platform.hold, makeTransport(')
  const makers = sources.filter((file) =>
    /createThreadedSmtpTransport\(|createTwilioTransport\(|createWhatsappTransport\(/.test(read(file)),
  )
  expect(makers.filter((file) => file.startsWith('modules/'))).toEqual(['modules/channels/accounts/transport-for.ts'])
})
