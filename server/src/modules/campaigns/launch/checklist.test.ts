import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { LaunchCheck, LaunchChecklist } from '@imperium/contract/campaigns/launch-checklist.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { openCampaigns } from '../../../testing/campaigns/campaigns-app.ts'
import { findInMessages } from './message-findings.ts'

const { app, call, get, post, addContact, newcomer } = openCampaigns()

const makeMail = (who: TestUser, content: object, definition: object = {}) =>
  post<Campaign>(
    '/campaigns',
    { name: 'Mail', channel: 'email', definition: { content: { subject: 'Hi', ...content }, audience: { kind: 'all' }, ...definition } },
    who,
  )
const listOf = (who: TestUser, id: string) => get<LaunchChecklist>(`/campaigns/${id}/checklist`, who)
const stateOf = ({ checks }: LaunchChecklist, name: LaunchCheck) => checks.find(({ check }) => check === name)?.state
const errorsOf = ({ checks }: LaunchChecklist) =>
  checks.flatMap(({ findings }) => findings.filter(({ level }) => level === 'error').map(({ path, message }) => `${path}: ${message}`))

const block = (more: object) => ({ id: 'b1', visibility: null, background: '', padding: 12, ...more })

test('lists exactly the errors with which the launch is refused', async () => {
  const who = await newcomer()
  await addContact(who)
  const made = await makeMail(who, {
    html: '<h1>What is new, in one line</h1><a href="https://example.com">Go</a><a href="#">x</a><a href="www.acme.test">y</a><img src="https://acme.test/a.png">',
  })
  const list = await listOf(who, made.id)
  const refused = await call('POST', `/campaigns/${made.id}/send`, undefined, who)
  expect(refused.status).toBe(422)
  expect(refused.body.errors?.map(({ path, message }) => `${path}: ${message}`).toSorted()).toEqual(errorsOf(list).toSorted())
  expect(errorsOf(list)).toEqual([
    'footer: Campaign emails must name the postal address of the organization: enter it in its profile',
    'definition.content.html: Sample text was not replaced: What is new, in one line',
    'definition.content.html: A link leads to an example address: https://example.com',
    'definition.content.html: A link has no address',
    'definition.content.html: The address of a link is not valid: www.acme.test',
  ])
  expect(list.canLaunch).toBe(false)
  expect(list.checks.map(({ check, state }) => `${check} ${state}`)).toEqual([
    'own_address ok',
    'sender ok',
    'postal_address error',
    'account ok',
    'audience ok',
    'consent ok',
    'message ok',
    'sample_text error',
    'links error',
    'merge_fields ok',
    'images warning',
    'schedule ok',
  ])
})

test('names the block of a design whose sample text, link or image was left, and launches once they are replaced', async () => {
  const who = await newcomer()
  await addContact(who)
  await app().owner.query("update auth.organizations set address = 'Street 1', city = 'Graz' where id = $1", [who.orgId])
  const design = (text: string, url: string, isSample: boolean) => ({
    version: 1,
    style: {},
    blocks: [
      block({ type: 'heading', spans: [{ text }], isSample }),
      block({ id: 'b2', type: 'button', label: 'Open', url }),
      block({ id: 'b3', type: 'image', src: 'https://acme.test/a.png' }),
      block({ id: 'b4', type: 'footer' }),
    ],
  })
  const made = await makeMail(who, { design: design('Your headline', 'https://www.example.com/a', true) })
  const before = await listOf(who, made.id)
  expect(before.checks.flatMap(({ findings }) => findings.map(({ check, level, blockId }) => [check, level, blockId]))).toEqual([
    ['sample_text', 'error', 'b1'],
    ['links', 'error', 'b2'],
    ['images', 'warning', 'b3'],
  ])
  expect((await call('POST', `/campaigns/${made.id}/send`, undefined, who)).status).toBe(422)
  const content = { ...made.definition.content, design: design('We open on Monday', 'https://acme.test/a', false) }
  await call('PUT', `/campaigns/${made.id}`, { definition: { ...made.definition, content } }, who, 200)
  const after = await listOf(who, made.id)
  expect([after.canLaunch, stateOf(after, 'images'), after.version]).toEqual([true, 'warning', 2])
  expect((await call('POST', `/campaigns/${made.id}/send`, undefined, who)).status).toBe(200)
})

test('refuses a sample link in a text message too, and warns of an audience without consent', async () => {
  const who = await newcomer()
  await addContact(who, {}, false)
  const content = { text: 'Now: https://example.com/sale {{ first_name }}' }
  const made = await post<Campaign>('/campaigns', { name: 'T', channel: 'sms', definition: { content, audience: { kind: 'all' } } }, who)
  const list = await listOf(who, made.id)
  expect(['links', 'merge_fields', 'consent'].map((check) => stateOf(list, check as LaunchCheck))).toEqual(['error', 'warning', 'warning'])
  expect(list.checks.map(({ check }) => check)).not.toContain('postal_address')
  expect((await call('POST', `/campaigns/${made.id}/send`, undefined, who)).body.errors).toMatchObject([
    { path: 'definition.content.text', message: 'A link leads to an example address: https://example.com/sale' },
  ])
})

test('asks for the own address before it is verified, as the launch does', async () => {
  const who = await newcomer()
  await app().owner.query('update auth.users set email_verified_at = null where id = $1', [who.userId])
  await addContact(who)
  const made = await makeMail(who, { text: 'Hello' })
  const fresh = await listOf(who, made.id)
  expect(stateOf(fresh, 'own_address')).toBe('error')
  expect((await call('POST', `/campaigns/${made.id}/send`, undefined, who)).body.code).toBe('EMAIL_NOT_VERIFIED')
})

test('keeps the list of another organization from a stranger', async () => {
  const [who, stranger] = [await newcomer(), await newcomer()]
  const made = await makeMail(who, { text: 'Hello' })
  expect((await call('GET', `/campaigns/${made.id}/checklist`, undefined, stranger)).status).toBe(404)
})

const found = (content: object) =>
  findInMessages({
    channel: 'email',
    definition: { content: { subject: '', preheader: '', design: null, html: '', text: '', ...content }, ab: null } as never,
  }).map(({ level, message }) => `${level}: ${message}`)

test('leaves addresses that Liquid makes, anchors, other schemes and fallbacks alone', () => {
  const html =
    '<a href="{{ unsubscribe_url }}">a</a><a href="https://acme.test/?n={{ first_name | default: "x" }}">b</a><a href="#top">c</a>' +
    '<a href="mailto:a@acme.test">d</a><img alt="" src="https://acme.test/a.png">{% if first_name %}{{ first_name }}{% endif %}'
  expect(found({ html })).toEqual([])
  expect(found({ html: '<a href=http://acme.test>a</a><p>{{ custom.city | upcase }} {{ email }}</p>' })).toEqual([
    'warning: A link is not encrypted (http): http://acme.test',
    'warning: The merge field custom.city has no fallback for contacts without a value',
  ])
  expect(found({ html: '<p>x</p>', text: 'See https://www.example.org.' })).toEqual([
    'error: A link leads to an example address: https://www.example.org',
  ])
})
