import { hashToken, newToken } from '../../../platform/crypto/crypto.ts'
import { newId } from '../../../platform/ids.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** A sign-in that returned from its provider, ready to be completed by the browser that began it. */
async function writeFlow(t: TestApp, userId: string | null, subject: string): Promise<Sample> {
  const browser = newToken()
  const outcome = {
    issuer: 'https://accounts.google.com',
    subject,
    email: `${subject}@example.net`,
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'L',
  }
  await t.owner.query(
    `insert into auth.sign_in_flows (id, provider, purpose, user_id, state_hash, browser_hash, sealed_proof, created_at, expires_at, returned_at, outcome)
     values ($1, 'google', $2, $3, $4, $5, '', now(), now() + interval '10 minutes', now(), $6)`,
    [newId(), userId ? 'link' : 'sign-in', userId, hashToken(newToken()), hashToken(browser), JSON.stringify(outcome)],
  )
  return { headers: { cookie: `imperium_sign-in=${browser}` } }
}

async function writeIdentity({ t, caller, word }: Setting): Promise<string> {
  const id = newId()
  await t.owner.query(`delete from auth.identities where user_id = $1`, [caller.userId])
  await t.owner.query(
    `insert into auth.identities (id, user_id, provider, issuer, subject, email) values ($1, $2, 'github', 'https://github.com', $3, $4)`,
    [id, caller.userId, id, `${word('hub')}@example.com`],
  )
  return id
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})

/** A provider with freshly cached configuration, so that samples need no network. */
async function writeConnection({ t, org }: Setting): Promise<void> {
  const sealed = t.platform.keyRing.encrypt('sample secret', `sso_connections.secret:${org.id}`)
  const issuer = 'https://login.example.com'
  await t.owner.query(
    `insert into app.sso_connections (org_id, issuer, client_id, sealed_secret, default_role, enabled, metadata, discovered_at)
     values ($1, $2, 'sample', $3, 'MEMBER', true, $4, now()) on conflict (org_id) do nothing`,
    [org.id, issuer, sealed, JSON.stringify(metadata(issuer))],
  )
}

/** Users of the matrices have addresses in one domain, which one organization has verified. */
async function proveDomain(setting: Setting): Promise<void> {
  const { t, org } = setting
  const { rows } = await t.owner.query(
    `select 1 from app.sso_domains d join app.sso_connections c using (org_id) where d.domain = 'example.com' and d.verified_at is not null`,
  )
  if (rows.length > 0) return
  await t.owner.query(`delete from app.sso_domains where domain = 'example.com'`)
  await writeConnection(setting)
  await t.owner.query(
    `insert into app.sso_domains (org_id, id, domain, challenge, verified_at) values ($1, $2, 'example.com', 'x', now())`,
    [org.id, newId()],
  )
}

const domainOf = ({ word }: Setting) => `${word('mail').toLowerCase()}.example.org`

const provider = (name: 'google' | 'github') => (): Sample => ({ params: { provider: name } })

/** A domain with a valid DNS record: the samples' DNS returns every requested record. */
async function domainToVerify(setting: Setting): Promise<Sample> {
  const { t } = setting
  const readTxt = async () => {
    const { rows } = await t.owner.query<{ challenge: string }>('select challenge from app.sso_domains')
    return rows.map((row) => `sso-domain-verification=${row.challenge}`)
  }
  Object.assign(t.platform, { dns: { readTxt } })
  return { params: { id: String((await setting.create('identities.addDomain')).id) } }
}

export const samples: Samples<'identities'> = {
  'identities.providers': (): Sample => ({}),
  'identities.start': provider('github'),
  'identities.callback': provider('github'),
  'identities.complete': ({ t }: Setting) => writeFlow(t, null, newId()),
  'identities.startSso': async (setting: Setting): Promise<Sample> => {
    await proveDomain(setting)
    return { body: { email: 'somebody@example.com' } }
  },
  'identities.ssoCallback': ({ org }: Setting): Sample => ({ params: { id: org.id } }),
  'identities.list': (): Sample => ({}),
  'identities.link': provider('github'),
  'identities.linkSso': async (setting: Setting): Promise<Sample> => {
    await proveDomain(setting)
    return {}
  },
  'identities.completeLink': async ({ t, caller }: Setting) => {
    await t.owner.query(`delete from auth.identities where user_id = $1`, [caller.userId])
    return writeFlow(t, caller.userId, newId())
  },
  'identities.unlink': async (setting: Setting): Promise<Sample> => ({ params: { id: await writeIdentity(setting) } }),
  'identities.readSso': (): Sample => ({}),
  'identities.saveSso': ({ org }: Setting): Sample => ({
    body: {
      issuer: `https://${org.mark.toLowerCase()}.example.com`,
      clientId: 'sample',
      clientSecret: 'a sample of a secret',
      defaultRole: 'VIEWER',
      enabled: false,
      enforced: false,
      trustsAddresses: false,
    },
  }),
  'identities.removeSso': async (setting: Setting): Promise<Sample> => {
    await writeConnection(setting)
    return {}
  },
  'identities.addDomain': async (setting: Setting): Promise<Sample> => {
    // An organization may have only so many, and the matrices add one for each row.
    await setting.t.owner.query(
      `delete from app.sso_domains where org_id = $1 and domain <> 'example.com' and (select count(*) from app.sso_domains where org_id = $1) > 15`,
      [setting.org.id],
    )
    return { body: { domain: domainOf(setting) } }
  },
  'identities.verifyDomain': domainToVerify,
  'identities.removeDomain': async ({ create }: Setting): Promise<Sample> => ({
    params: { id: String((await create('identities.addDomain')).id) },
  }),
}
