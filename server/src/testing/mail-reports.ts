import { createHmac } from 'node:crypto'
import { newId } from '../platform/ids.ts'
import { createSnsSigner } from './sns-signer.ts'

/** A message of ours, as providers know it. */
export interface ReportedMessage {
  address: string
  /** What its mail carries, and its envelope. */
  token: string
}

export const topicArn = 'arn:aws:sns:eu-west-1:123456789012:mail-reports'
export const mailgunKey = 'key-of-mailgun'
export const unixNow = (): number => Math.floor(Date.now() / 1_000)

/** A call of Mailgun, signed as it signs. */
export const mailgunBody = (event: object, { key = mailgunKey, timestamp = String(unixNow()), token: word = newId() } = {}) =>
  JSON.stringify({
    signature: {
      timestamp,
      token: word,
      signature: createHmac('sha256', key)
        .update(timestamp + word)
        .digest('hex'),
    },
    'event-data': event,
  })

export const sns = createSnsSigner()
/** A call of SNS, signed as it signs. */
export const snsBody = (message: object | string, more: Record<string, string> = {}, signer = sns) =>
  JSON.stringify(
    signer.signed({
      Type: 'Notification',
      MessageId: newId(),
      TopicArn: topicArn,
      Message: typeof message === 'string' ? message : JSON.stringify(message),
      Timestamp: new Date().toISOString(),
      SignatureVersion: '2',
      SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123.pem',
      UnsubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe',
      ...more,
    }),
  )

/** `policy`: refused for good, and no fault of the address; `late`: the provider still tries. */
type Says = Record<'delivered' | 'unknown' | 'policy' | 'complained' | 'unsubscribed' | 'late', (sent: ReportedMessage) => string>

/** Reports about a message, in the format of each provider. */
export const says: Record<'ses' | 'sendgrid' | 'mailgun' | 'postmark', Says> = {
  ses: (() => {
    const mail = ({ token, address }: ReportedMessage) => ({
      timestamp: '2026-01-27T14:59:38.237Z',
      messageId: '0102018c00000000-9a483358-9170-4cb4-a269-f5dcdf415321-000000',
      // Without the original headers, the envelope identifies the message.
      source: `b+${token}@example.com`,
      sourceArn: 'arn:aws:ses:eu-west-1:123456789012:identity/example.com',
      sendingAccountId: '123456789012',
      destination: [address],
    })
    const bounce = (sent: ReportedMessage, bounceType: string, status: string, diagnosticCode: string) =>
      snsBody({
        notificationType: 'Bounce',
        bounce: {
          feedbackId: `0102018c-${newId()}-000000`,
          bounceType,
          bounceSubType: 'General',
          bouncedRecipients: [{ emailAddress: sent.address, action: 'failed', status, diagnosticCode }],
          timestamp: '2026-01-27T14:59:39.000Z',
          reportingMTA: 'dsn; a7-12.smtp-out.eu-west-1.amazonses.com',
        },
        mail: mail(sent),
      })
    const at = '2026-01-27T14:59:39.000Z'
    return {
      delivered: (sent) =>
        snsBody({
          notificationType: 'Delivery',
          mail: mail(sent),
          delivery: { timestamp: at, processingTimeMillis: 546, recipients: [sent.address], smtpResponse: '250 2.6.0 Message received' },
        }),
      unknown: (sent) => bounce(sent, 'Permanent', '5.1.1', 'smtp; 550 5.1.1 user unknown'),
      policy: (sent) => bounce(sent, 'Permanent', '5.7.1', 'smtp; 550 5.7.1 message refused by policy'),
      complained: (sent) =>
        snsBody({
          notificationType: 'Complaint',
          mail: mail(sent),
          complaint: {
            complainedRecipients: [{ emailAddress: sent.address }],
            timestamp: at,
            feedbackId: `0102-${newId()}`,
            userAgent: 'Yahoo!-Mail-Feedback/2.0',
            complaintFeedbackType: 'abuse',
          },
        }),
      // SES has no unsubscribe list of its own.
      unsubscribed: (sent) =>
        snsBody({
          notificationType: 'Complaint',
          mail: mail(sent),
          complaint: {
            complainedRecipients: [{ emailAddress: sent.address }],
            timestamp: at,
            feedbackId: `0102-${newId()}`,
            complaintSubType: 'OnAccountSuppressionList',
          },
        }),
      late: (sent) =>
        snsBody({
          eventType: 'DeliveryDelay',
          mail: { ...mail(sent), source: 'news@example.com', tags: { 'ses:configuration-set': ['reports'], delivery: [sent.token] } },
          deliveryDelay: {
            timestamp: at,
            delayType: 'TransientCommunicationFailure',
            expirationTime: at,
            delayedRecipients: [{ emailAddress: sent.address, status: '4.4.1', diagnosticCode: 'smtp; 421 4.4.1 Unable to connect' }],
          },
        }),
    }
  })(),
  sendgrid: (() => {
    const event = ({ token, address }: ReportedMessage, more: object) =>
      JSON.stringify([
        {
          email: address,
          timestamp: unixNow(),
          'smtp-id': '<x@example.com>',
          sg_event_id: newId(),
          sg_message_id: 'x.filter0001',
          delivery: token,
          ...more,
        },
        { email: address, timestamp: unixNow(), event: 'open', sg_event_id: newId(), useragent: 'x' },
        { timestamp: unixNow(), event: 'account_status_change', type: 'compliance_suspend' },
      ])
    return {
      delivered: (sent) => event(sent, { event: 'delivered', response: '250 OK' }),
      unknown: (sent) =>
        event(sent, { event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 The email account does not exist' }),
      policy: (sent) => event(sent, { event: 'bounce', type: 'blocked', status: '5.1.1', reason: '550 5.1.1 blocked by a list' }),
      complained: (sent) => event(sent, { event: 'spamreport' }),
      unsubscribed: (sent) => event(sent, { event: 'group_unsubscribe', asm_group_id: 10 }),
      late: (sent) => event(sent, { event: 'deferred', response: '451 4.3.0 try again later', attempt: '5' }),
    }
  })(),
  mailgun: (() => {
    const event = ({ token, address }: ReportedMessage, more: object) =>
      mailgunBody({
        id: newId(),
        timestamp: Date.now() / 1_000,
        recipient: address,
        'recipient-domain': 'example.com',
        envelope: { sender: 'news@example.com', transport: 'smtp', targets: address },
        message: { headers: { 'message-id': 'x@example.com', to: address, subject: 'Spring' }, size: 341 },
        flags: { 'is-authenticated': true },
        'user-variables': { delivery: token },
        ...more,
      })
    const failed = (severity: string, reason: string, status: object) => ({ event: 'failed', severity, reason, 'delivery-status': status })
    return {
      delivered: (sent) => event(sent, { event: 'delivered', 'delivery-status': { code: 250, message: 'OK', 'attempt-no': 1 } }),
      unknown: (sent) => event(sent, failed('permanent', 'bounce', { code: 550, 'enhanced-code': '5.1.1', message: '5.1.1 no such user' })),
      policy: (sent) => event(sent, failed('permanent', 'generic', { code: 550, message: '5.7.1 refused', description: '' })),
      complained: (sent) => event(sent, { event: 'complained' }),
      unsubscribed: (sent) => event(sent, { event: 'unsubscribed', ip: '192.0.2.1' }),
      late: (sent) => event(sent, failed('temporary', 'generic', { code: 452, message: '4.2.2 mailbox full', 'retry-seconds': 600 })),
    }
  })(),
  postmark: (() => {
    const about = ({ token }: ReportedMessage) => ({
      MessageID: newId(),
      ServerID: 23,
      MessageStream: 'broadcast',
      Tag: '',
      Metadata: { imperium: token },
    })
    const bounce = (sent: ReportedMessage, Type: string, TypeCode: number, Details: string, RecordType = 'Bounce') =>
      JSON.stringify({
        ...about(sent),
        RecordType,
        ID: Math.floor(Math.random() * 1e12),
        Type,
        TypeCode,
        Name: Type,
        Description: 'The server was unable to deliver your message',
        Details,
        Email: sent.address,
        From: 'news@example.com',
        BouncedAt: '2026-02-01T13:28:10.5Z',
        Inactive: false,
      })
    return {
      delivered: (sent) =>
        JSON.stringify({
          ...about(sent),
          RecordType: 'Delivery',
          Recipient: sent.address,
          DeliveredAt: '2026-02-01T13:28:10-05:00',
          Details: '250 OK',
        }),
      unknown: (sent) => bounce(sent, 'HardBounce', 1, 'smtp;550 5.1.1 The email account that you tried to reach does not exist'),
      policy: (sent) => bounce(sent, 'Blocked', 100_006, 'smtp;550 5.1.1 blocked'),
      complained: (sent) => bounce(sent, 'SpamComplaint', 100_001, '', 'SpamComplaint'),
      unsubscribed: (sent) =>
        JSON.stringify({
          ...about(sent),
          RecordType: 'SubscriptionChange',
          Recipient: sent.address,
          ChangedAt: '2026-02-01T10:53:34.416071Z',
          Origin: 'Recipient',
          SuppressSending: true,
          SuppressionReason: 'ManualSuppression',
        }),
      late: (sent) => bounce(sent, 'Transient', 2, 'smtp;421 4.4.1 no answer'),
    }
  })(),
}
