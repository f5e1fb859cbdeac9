import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityDefinition, EntityDifference, EntityVersion, RetiredField } from '@imperium/contract/entities/entities.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { buildTable } from '../../testing/activate-entity.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  await t.owner.query('update auth.organizations set entities_limit = 100 where id = $1', [owner.orgId])
})
afterAll(() => t.close())

type Field = Record<string, unknown> & { name: string }
const call = <T>(method: string, path: string, body?: unknown, user = owner) =>
  t.call<T>(method, path, { token: user.token, ...(body === undefined ? {} : { body }) })
const field = (name: string, type = 'text', more: object = {}): Field => ({ name, label: name, type, ...more })
const draft = async (entityName: string, fields: readonly Field[], user = owner) =>
  (await call<EntityDefinition>('POST', '/api/entities', { entityName, displayName: entityName, fields }, user)).body.data
const read = async (id: string) => (await call<EntityDefinition>('GET', `/api/entities/${id}`)).body.data
const activate = async (id: string) => {
  const response = await call<EntityDefinition>('POST', `/api/entities/${id}/activate`)
  expect([response.status, response.body.message]).toEqual([202, response.body.message])
  await buildTable(t, owner.orgId, id)
  return read(id)
}
const make = async (name: string, fields: readonly Field[]) => activate((await draft(name, fields)).id)
const texts = ({ displayName, description, category, vertical, module, tags }: EntityDefinition) => ({
  displayName,
  description,
  category,
  vertical,
  module,
  tags,
})
const change = async (entity: EntityDefinition, edit: (fields: Field[]) => Field[]) =>
  call<EntityDefinition>('PUT', `/api/entities/${entity.id}`, { ...texts(entity), fields: edit(entity.fields) })
const difference = async (id: string) => (await call<EntityDifference>('GET', `/api/entities/${id}/difference`)).body.data
const add = async (entity: string, values: object) => (await call<EntityRecord>('POST', `/api/records/${entity}`, { values })).body.data
const valuesOf = async (entity: string, name: string) =>
  (await call<EntityRecord[]>('GET', `/api/records/${entity}?sort=created_at&limit=200`)).body.data.map(({ values }) => values[name])

describe('definitions', () => {
  test('lists system entities first, described from the contract, then the drafts; finds and counts them', async () => {
    const { id } = await draft('viewing_list', [field('title', 'text', { required: true, unique: true }), field('price', 'money')])
    const { body } = await call<EntityDefinition[]>('GET', `/api/entities?organizationId=${owner.orgId}`)
    expect(body.data.slice(0, 4).map(({ entityName, isSystemEntity }) => [entityName, isSystemEntity])).toEqual(
      ['contacts', 'products', 'orders', 'invoices'].map((name) => [name, true]),
    )
    expect(body.data[0]?.schemaDefinition.columns).toContainEqual({ name: 'email', type: 'string', nullable: true, unique: true })
    const made = body.data.find((each) => each.id === id)
    expect(made).toMatchObject({ status: 'draft', version: 1, isSystemEntity: false, hasChanges: false, change: null })
    expect(made?.tableName).toMatch(/^viewing_list_[0-9a-f]{12}$/)
    expect(made?.schemaDefinition.columns).toEqual([
      { name: 'title', type: 'text', nullable: false, unique: true },
      { name: 'price', type: 'money', nullable: true, unique: false },
    ])
    const found = await call<EntityDefinition[]>('GET', '/api/entities?q=viewing_l&status=draft')
    expect(found.body.data.map((each) => each.id)).toEqual([id])
    const first = await call<EntityDefinition[]>('GET', '/api/entities?limit=3')
    const next = await call<EntityDefinition[]>('GET', `/api/entities?limit=3&cursor=${first.body.page?.nextCursor}`)
    expect([...first.body.data, ...next.body.data].map((each) => each.id)).toEqual(body.data.slice(0, 6).map((each) => each.id))
    const stats = (await call<{ total: number; system: number; draft: number }>('GET', '/api/entities/stats')).body.data
    expect(stats).toMatchObject({ system: 4, draft: 1, total: 5 })
  })

  test('takes another organization as a hint for nothing, and shows and changes none of its entities', async () => {
    const { id, entityName } = await make('secret_thing', [field('title')])
    const stranger = await t.register()
    expect((await call('GET', `/api/entities?organizationId=${owner.orgId}`, undefined, stranger)).status).toBe(404)
    for (const [method, path] of [
      ['GET', `/api/entities/${id}`],
      ['POST', `/api/entities/${id}/activate`],
      ['DELETE', `/api/entities/${id}`],
      ['GET', `/api/records/${entityName}`],
      ['POST', `/api/records/${entityName}`],
    ] as const)
      expect([
        path,
        (await call(method, path, method === 'POST' && path.includes('records') ? { values: {} } : undefined, stranger)).status,
      ]).toEqual([path, 404])
  })

  test('refuses what no table could hold, each at its field', async () => {
    const refused = async (fields: readonly Field[], name = 'wrong') => {
      const { status, body } = await call('POST', '/api/entities', { entityName: name, displayName: 'Wrong', fields })
      return [status, body.errors?.[0]?.path]
    }
    expect(await refused([])).toEqual([422, 'fields'])
    expect(await refused([field('id')])).toEqual([422, 'fields.0.name'])
    expect(await refused([field('a"; drop table x')])).toEqual([422, 'fields.0.name'])
    expect(await refused([field('a'), field('a')])).toEqual([422, 'fields'])
    expect(await refused([field('a', 'choice')])).toEqual([422, 'fields.0.options'])
    expect(await refused([field('a', 'relation', { entity: 'nowhere' })])).toEqual([422, 'fields.0.entity'])
    expect(await refused([field('a', 'number', { defaultValue: 'x' })])).toEqual([422, 'fields.0.defaultValue'])
    expect(await refused([field('a', 'long-text', { unique: true })])).toEqual([422, 'fields.0.unique'])
    expect(await refused([field('a')], 'contacts')).toEqual([409, 'entityName'])
  })

  test('bounds the definitions of an organization by its plan', async () => {
    const small = await t.register()
    for (let number = 0; number < 10; number++) await draft(`thing_${number}`, [field('title')], small)
    const { status, body } = await call(
      'POST',
      '/api/entities',
      { entityName: 'one_more', displayName: 'X', fields: [field('title')] },
      small,
    )
    expect([status, body.code]).toEqual([409, 'PLAN_LIMIT'])
  })

  test('lets only managers define, and everyone read', async () => {
    const { id } = await draft('managed', [field('title')])
    const member = await t.addMember(owner.orgId, 'MEMBER')
    expect((await call('POST', `/api/entities/${id}/activate`, undefined, member)).status).toBe(403)
    expect((await call('GET', `/api/entities/${id}`, undefined, member)).status).toBe(200)
  })
})

describe('activation', () => {
  test('makes one table, closed to other tenants and without foreign rows, and names its version', async () => {
    const entity = await make('parcel', [field('title'), field('weight', 'number')])
    expect(entity).toMatchObject({ status: 'active', version: 1, change: null, hasChanges: false })
    const { rows } = await t.owner.query<{ forced: boolean; policies: string[] }>(
      `select relrowsecurity and relforcerowsecurity as forced,
         array(select polname::text from pg_policy where polrelid = c.oid order by 1) as policies from pg_class c where oid = $1::regclass`,
      [`records.${entity.tableName}`],
    )
    expect(rows).toEqual([{ forced: true, policies: ['erasure', 'nodes', 'tenant'] }])
    const stranger = await t.register()
    await expect(
      t.owner.query(`insert into records.${entity.tableName} (org_id, id) values ($1, gen_random_uuid())`, [stranger.orgId]),
    ).rejects.toThrow(/check constraint/)
    const versions = (await call<EntityVersion[]>('GET', `/api/entities/${entity.id}/versions`)).body.data
    expect(versions.map(({ version, fields }) => [version, fields.length])).toEqual([[1, 2]])
  })

  test('a job that is killed in the middle begins again; a repeat changes nothing', async () => {
    const { id } = await draft('repeated', [field('title')])
    await call('POST', `/api/entities/${id}/activate`)
    const { rows } = await t.owner.query<{ table_name: string }>('select table_name from app.entity_definitions where id = $1', [id])
    // The first try died after it had made the table.
    await t.platform.db.withSystem(async (tx) => {
      const { makeTable } = await import('./store.ts')
      await makeTable(tx, owner.orgId, rows[0]?.table_name ?? '', [{ name: 'f1', type: 'text' }])
    })
    await buildTable(t, owner.orgId, id)
    await buildTable(t, owner.orgId, id)
    expect(await read(id)).toMatchObject({ status: 'active', version: 1 })
    expect((await add('repeated', { title: 'One' })).label).toBe('One')
  })

  test('a change whose job was lost is taken up again, and not while its organization rests', async () => {
    const { id } = await draft('stuck', [field('title')])
    await call('POST', `/api/entities/${id}/activate`)
    const tick = t.modules.flatMap(({ ticks }) => ticks ?? []).find(({ name }) => name === 'resume-table-changes')
    const jobs = async () => {
      await tick?.run()
      const { rows } = await t.owner.query<{ n: number }>(
        "select count(*)::int as n from pgboss.job where name = 'entities.buildTable' and data->>'entityId' = $1",
        [id],
      )
      return rows[0]?.n
    }
    expect(await jobs()).toBe(1)
    // Its job failed for good, or was set aside.
    await t.owner.query("delete from pgboss.job where name = 'entities.buildTable' and data->>'entityId' = $1", [id])
    await t.owner.query("update app.entity_definitions set updated_at = updated_at - interval '1 hour' where id = $1", [id])
    await t.owner.query('update auth.organizations set deletes_at = now() where id = $1', [owner.orgId])
    expect(await jobs()).toBe(0)
    await t.owner.query('update auth.organizations set deletes_at = null where id = $1', [owner.orgId])
    expect(await jobs()).toBe(1)
    expect(await jobs()).toBe(1)
  })

  test('the functions of the database take no name and no type that is not ours, and no table of another organization', async () => {
    const { tableName } = await make('guarded', [field('title')])
    const stranger = await t.register()
    const asSystem = (text: string, values: unknown[]) =>
      t.platform.db.withSystem(async (tx) => {
        const { CompiledQuery } = await import('kysely')
        return tx.executeQuery(CompiledQuery.raw(text, values))
      })
    const column = (name: string, type: string) => JSON.stringify([{ name, type }])
    const bad: [string, unknown[]][] = [
      ['select app.make_record_table($1, $2, $3::jsonb)', [owner.orgId, 'x"; drop schema app', column('f1', 'text')]],
      ['select app.make_record_table($1, $2, $3::jsonb)', [owner.orgId, 'fine', column('f1; drop', 'text')]],
      ['select app.make_record_table($1, $2, $3::jsonb)', [owner.orgId, 'fine', column('f1', 'text default 1')]],
      ['select app.add_record_columns($1, $2, $3::jsonb)', [stranger.orgId, tableName, column('f9', 'text')]],
      ['select app.drop_record_columns($1, $2, $3)', [stranger.orgId, tableName, ['f1']]],
    ]
    for (const [text, values] of bad) await expect(asSystem(text, values)).rejects.toThrow(/no (table|column)|another organization/)
    await expect(
      t.platform.db.withOrg(owner.orgId, async (tx) => {
        const { makeTable } = await import('./store.ts')
        return makeTable(tx as never, owner.orgId, 'own_try', [{ name: 'f1', type: 'text' }])
      }),
    ).rejects.toThrow(/permission denied/)
  })

  test('waits for a busy table in short tries, so that it holds up no writer', async () => {
    const entity = await make('busy', [field('title')])
    await change(entity, (fields) => [...fields, field('note')])
    const client = await t.owner.connect()
    await client.query('begin')
    await client.query(`lock table records.${entity.tableName} in access share mode`)
    await call('POST', `/api/entities/${entity.id}/activate`)
    const built = buildTable(t, owner.orgId, entity.id)
    await new Promise((resolve) => setTimeout(resolve, 300))
    // Between its tries others read and write.
    expect((await add('busy', { title: 'Meanwhile' })).label).toBe('Meanwhile')
    await client.query('commit')
    client.release()
    await built
    expect(await read(entity.id)).toMatchObject({ version: 2, change: null })
  })

  test('only drafts are deleted; states lead on in their order', async () => {
    const entity = await make('stately', [field('title')])
    const to = async (verb: string) => (await call('POST', `/api/entities/${entity.id}/${verb}`)).status
    expect((await call('DELETE', `/api/entities/${entity.id}`)).status).toBe(409)
    expect(await to('archive')).toBe(409)
    expect(await to('deprecate')).toBe(200)
    expect((await call('POST', '/api/records/stately', { values: { title: 'Late' } })).status).toBe(409)
    expect(await to('archive')).toBe(200)
    expect((await call('GET', '/api/records/stately')).status).toBe(404)
    expect((await call<EntityDefinition[]>('GET', '/api/entities?q=stately')).body.data).toEqual([])
    expect((await call<EntityDefinition[]>('GET', '/api/entities?q=stately&status=archived')).body.data).toHaveLength(1)
    expect(await to('restore')).toBe(200)
    expect((await call('GET', '/api/records/stately')).status).toBe(200)
    const drafted = await draft('short_lived', [field('title')])
    expect((await call('DELETE', `/api/entities/${drafted.id}`)).status).toBe(200)
    const [system] = (await call<EntityDefinition[]>('GET', '/api/entities?q=contacts')).body.data
    for (const [method, verb] of [
      ['POST', '/activate'],
      ['DELETE', ''],
    ] as const)
      expect((await call(method, `/api/entities/${system?.id}${verb}`)).status).toBe(409)
  })
})

describe('changes of an active entity', () => {
  test('show what converts before, keep what does not, and give it back', async () => {
    const entity = await make('estate', [field('title'), field('size')])
    for (const size of ['12', '7.5', 'about 30', '']) await add('estate', { title: `House ${size}`, ...(size ? { size } : {}) })
    const changed = await change(entity, ([title, size]) => [title!, { ...size!, type: 'number' }])
    expect(changed.body.data).toMatchObject({ hasChanges: true, version: 1 })
    // Nothing has changed yet.
    expect(await valuesOf('estate', 'size')).toEqual(['12', '7.5', 'about 30', null])
    expect(await difference(entity.id)).toMatchObject({
      version: 2,
      converted: [{ name: 'size', from: 'text', to: 'number', converts: 2, fails: 1, samples: ['about 30'] }],
      removed: [],
      added: [],
    })
    const second = await activate(entity.id)
    expect(second).toMatchObject({ version: 2, hasChanges: false })
    expect(await valuesOf('estate', 'size')).toEqual([12, 7.5, null, null])
    const [kept] = (await call<RetiredField[]>('GET', `/api/entities/${entity.id}/retired`)).body.data
    expect(kept).toMatchObject({ name: 'size', type: 'text' })
    const restored = await call<EntityDefinition>('POST', `/api/entities/${entity.id}/retired/${kept?.column}/restore`)
    expect(restored.body.data.fields.map(({ name, type }) => [name, type])).toEqual([
      ['title', 'text'],
      ['size', 'number'],
      ['size_2', 'text'],
    ])
    expect(await valuesOf('estate', 'size_2')).toEqual(['12', '7.5', 'about 30', null])
  })

  test('a rename keeps its column and values; a required field asks old records when they are saved next', async () => {
    const entity = await make('renamed', [field('title'), field('city')])
    const { id } = await add('renamed', { title: 'A', city: 'Bonn' })
    const empty = await add('renamed', { title: 'B' })
    await change(entity, ([title, city]) => [title!, { ...city!, name: 'town', label: 'Town', required: true }])
    expect(await difference(entity.id)).toMatchObject({
      renamed: [{ before: 'city', name: 'town' }],
      required: [{ name: 'town', missing: 1 }],
      converted: [],
    })
    await activate(entity.id)
    expect(await valuesOf('renamed', 'town')).toEqual(['Bonn', null])
    const { status, body } = await call('PUT', `/api/records/renamed/${empty.id}`, { values: { town: null } })
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'values.town'])
    expect((await call('PUT', `/api/records/renamed/${id}`, { values: { title: 'AA' } })).status).toBe(200)
    expect((await call<RetiredField[]>('GET', `/api/entities/${entity.id}/retired`)).body.data).toEqual([])
  })

  test('a field that becomes unique says which values are repeated, and fails without harm', async () => {
    const entity = await make('badge', [field('code')])
    for (const code of ['x', 'x', 'y']) await add('badge', { code })
    await change(entity, ([code]) => [{ ...code!, unique: true }])
    expect((await difference(entity.id)).unique).toMatchObject([{ name: 'code', repeated: 1 }])
    const failed = await activate(entity.id)
    expect(failed.change).toMatchObject({
      state: 'failed',
      message: 'Several records have the same value in a field that should be unique.',
    })
    expect(failed).toMatchObject({ version: 1, hasChanges: true })
    const [one] = (await call<EntityRecord[]>('GET', '/api/records/badge?sort=code')).body.data
    await call('PUT', `/api/records/badge/${one?.id}`, { values: { code: 'z' } })
    expect(await activate(entity.id)).toMatchObject({ version: 2, change: null })
    const { status, body } = await call('POST', '/api/records/badge', { values: { code: 'y' } })
    expect([status, body.errors?.[0]?.path]).toEqual([409, 'values.code'])
  })

  test('a removed choice is counted, stays on its records, and is offered no more', async () => {
    const options = ['open', 'won', 'lost'].map((value) => ({ value, label: value }))
    const entity = await make('deal', [field('title'), field('state', 'choice', { options })])
    const { id } = await add('deal', { title: 'One', state: 'lost' })
    await change(entity, ([title, state]) => [title!, { ...state!, options: options.slice(0, 2) }])
    expect((await difference(entity.id)).choices).toMatchObject([{ choice: 'lost', values: 1 }])
    await activate(entity.id)
    expect((await call('PUT', `/api/records/deal/${id}`, { values: { title: 'Two', state: 'lost' } })).status).toBe(200)
    expect(await valuesOf('deal', 'state')).toEqual(['lost'])
    expect((await call('POST', '/api/records/deal', { values: { state: 'lost' } })).status).toBe(422)
  })

  test('a removed field keeps its values for 30 days, and then its column goes', async () => {
    const entity = await make('shrinking', [field('title'), field('old')])
    await add('shrinking', { title: 'A', old: 'kept' })
    await change(entity, ([title]) => [title!])
    expect((await difference(entity.id)).removed).toMatchObject([{ name: 'old', values: 1 }])
    await activate(entity.id)
    const columns = async () =>
      (
        await t.owner.query<{ n: number }>(
          "select count(*)::int as n from information_schema.columns where table_name = $1 and column_name ~ '^f[0-9]+$'",
          [entity.tableName],
        )
      ).rows[0]?.n
    const { dropExpiredColumns } = await import('./retired-columns.ts')
    await dropExpiredColumns(t.platform)
    expect(await columns()).toBe(2)
    await t.owner.query(
      `update app.entity_definitions set retired = jsonb_set(retired, '{0,retiredAt}', '"2020-01-01T00:00:00.000Z"') where id = $1`,
      [entity.id],
    )
    await dropExpiredColumns(t.platform)
    expect(await columns()).toBe(1)
    expect((await call<RetiredField[]>('GET', `/api/entities/${entity.id}/retired`)).body.data).toEqual([])
  })

  test('a stale form, a change without a change and one in the middle of another are refused', async () => {
    const entity = await make('contested', [field('title')])
    expect((await call('POST', `/api/entities/${entity.id}/activate`)).status).toBe(409)
    const body = { ...texts(entity), fields: [...entity.fields, field('note')], updatedAt: entity.updatedAt }
    expect((await call('PUT', `/api/entities/${entity.id}`, body)).status).toBe(200)
    expect((await call('PUT', `/api/entities/${entity.id}`, body)).status).toBe(409)
    expect((await call('POST', `/api/entities/${entity.id}/activate`)).status).toBe(202)
    expect((await call('POST', `/api/entities/${entity.id}/activate`)).status).toBe(409)
    await buildTable(t, owner.orgId, entity.id)
    expect(await read(entity.id)).toMatchObject({ version: 2 })
  })
})

test('the tables of an organization go with it', async () => {
  const leaving = await t.register()
  const { id } = await draft('leaving', [field('title')], leaving)
  await call('POST', `/api/entities/${id}/activate`, undefined, leaving)
  await buildTable(t, leaving.orgId, id)
  await call('POST', '/api/records/leaving', { values: { title: 'Gone' } }, leaving)
  const tables = async () =>
    (
      await t.owner.query<{ n: number }>(
        "select count(*)::int as n from pg_tables where schemaname = 'records' and tablename like 'leaving%'",
      )
    ).rows[0]?.n
  expect(await tables()).toBe(1)
  await t.owner.query("update auth.organizations set deletes_at = now() - interval '1 day' where id = $1", [leaving.orgId])
  for (;;) {
    const { rows } = await t.owner.query<{ erased: string }>('select app.erase_organization($1, 500) as erased', [leaving.orgId])
    if (Number(rows[0]?.erased) === 0) break
  }
  expect(await tables()).toBe(0)
})
