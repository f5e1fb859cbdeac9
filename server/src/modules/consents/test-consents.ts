import { expect } from 'vitest'
import type { OrgTx } from '../../platform/db/database.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { findConsents } from './consent-store.ts'
import { unsubscribeUrls } from './links/link-token.ts'
import { recordConsent } from './record-consent.ts'
import { isSuppressed } from './suppressions/suppress.ts'

interface Made {
  id: string
  email: string
  phone: string
}

/** What tests of consent do with people of one organization; `arranged` is asked when they run, for it is there only then. */
export function arrangeConsents(arranged: () => { app: TestApp; user: TestUser }) {
  let count = 0
  const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => {
    const { app, user } = arranged()
    return app.platform.db.withOrg(user.orgId, work)
  }
  return {
    inOrg,
    person: async (change: Record<string, unknown> = {}): Promise<Made> => {
      const { app, user } = arranged()
      count += 1
      const body = { email: `c${count}@example.com`, phone: `+4930${1_000_000 + count}`, firstName: 'Ada', ...change }
      const { status, body: response } = await app.call<Made>('POST', '/api/contacts', { token: user.token, body })
      expect(status).toBe(201)
      return response.data
    },
    agree: (contactId: string, channel: 'email' | 'sms' = 'email', purpose = 'marketing') =>
      inOrg((tx) => recordConsent(tx, [{ contactId, channel, purpose, status: 'granted', source: 'form', proof: { text: 'Yes' } }])),
    standing: async (id: string) =>
      Object.fromEntries((await inOrg((tx) => findConsents(tx, id))).map((each) => [`${each.channel} ${each.purpose}`, each.status])),
    suppressed: (channel: 'email' | 'sms', address: string) =>
      inOrg((tx) => isSuppressed(arranged().app.platform, tx, { channel, address })),
    linkOf: (contactId: string, purpose: string | null = 'marketing') => {
      const { app, user } = arranged()
      return unsubscribeUrls(app.platform, { orgId: user.orgId, contactId, channel: 'email', purpose, sendId: null })
    },
  }
}

export const pathOf = (url: string) => new URL(url).pathname
export const tokenOf = (url: string) => pathOf(url).split('/').at(-1) ?? ''
