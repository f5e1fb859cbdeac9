import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { withOwner } from './start-server.ts'

export const password = 'Correct-Horse-42!'

/** A registered user with an organization and an API session. */
export interface Person {
  email: string
  slug: string
  orgId: string
  userId: string
  /** Calls the API as this user; returns the data of the envelope and throws on an error status. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Follows the events of a run to its end. */
  followRun(id: string): Promise<void>
}

interface Session {
  token: string
  user: { id: string }
  organization: { id: string; slug: string }
}

export async function registerPerson(url: string, organizationName = 'Northwind Trading', name = ['Ada', 'Lovelace']): Promise<Person> {
  const email = `${name[0]?.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
  const body = { email, password, firstName: name[0], lastName: name[1], organizationName }
  const { token, user, organization } = await callApi<Session>(url, undefined, 'POST', '/auth/register', body)
  return {
    email,
    slug: organization.slug,
    orgId: organization.id,
    userId: user.id,
    call: (method, path, input) => callApi(url, token, method, path, input),
    followRun: async (id) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
      // The stream ends with the run.
      await (await fetch(`${url}/api/runs/${id}/events`, { headers })).text()
    },
  }
}

/** Gives a user a role in a further organization. Written straight into the table: team.e2e.ts covers the invitation. */
export async function addMembership(
  dataDir: string,
  { orgId, userId, role }: { orgId: string; userId: string; role: string },
): Promise<void> {
  await withOwner(dataDir, (owner) =>
    owner.query('insert into auth.memberships (org_id, user_id, role) values ($1, $2, $3)', [orgId, userId, role]),
  )
}

/** Signs in without the form, which costs the load of two pages. The page is left empty: its next address is loaded, not visited. */
export async function signIn(page: Page, url: string, email: string): Promise<void> {
  const reply = await page.request.post(`${url}/api/auth/login`, { data: { email, password }, headers: { origin: url } })
  const { data, error } = (await reply.json()) as { data: { token: string }; error?: string }
  if (!reply.ok()) throw new Error(`sign-in of ${email}: ${reply.status()} ${error}`)
  // The cookie is in the browser now; its handle belongs into the storage of the address, which any of its files opens.
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate((handle) => localStorage.setItem('authToken', handle), data.token)
  await page.goto('about:blank')
}

/** Signs in with the form, and waits for the organization picker. */
export async function signInByForm(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  // The picker, unless there is one organization only.
  await page.waitForURL(/\/(select-organization|org\/[^/]+\/dashboard)$/)
}

async function callApi<T>(url: string, token: string | undefined, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const reply = (await response.json()) as { data: T }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`)
  return reply.data
}
