/** Amazon SES replaces the Message-ID: the id in its reply, at the domain of its region. */
const domainOf = (region: string): string => (region === 'us-east-1' ? 'email.amazonses.com' : `${region}.amazonses.com`)

const idInReply = /\b[0-9a-f]{16}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{6}\b/

/** The Message-ID by which recipients and reports name an email that SES accepted; null for other servers. */
export function sesMessageId(host: string, reply: string): string | null {
  const region = /^email-smtp(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com$/.exec(host.toLowerCase())?.[1]
  const id = region && idInReply.exec(reply)?.[0]
  return id ? `<${id}@${domainOf(region)}>` : null
}

/** What SES calls a message as the Message-IDs that it may have. */
export const sesMessageIds = (id: string, region: string | undefined): string[] =>
  [...new Set([domainOf(region ?? 'us-east-1'), domainOf('us-east-1')])].map((domain) => `<${id}@${domain}>`)
