import { z } from 'zod'
import { defineInternalEvent } from '@imperium/contract/kit/event.ts'
import { events } from '@imperium/contract/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventRegistry } from '../platform/events/events.ts'
import { createTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

test('gives every event of the catalogue its own name, its own label and a sample that matches its schema completely', () => {
  expect(new Set(events.map(({ type }) => type)).size).toBe(events.length)
  expect(new Set(events.map(({ label }) => label)).size).toBe(events.length)
  for (const { type, payload, sample } of events) expect(payload.parse(sample), type).toEqual(sample)
})

test('lists every event with a label in the catalogue, and every event of the catalogue in a manifest', () => {
  const labelled = t.modules.flatMap(({ emits = [] }) => emits.filter((event) => 'label' in event)).map(({ type }) => type)
  expect(labelled.toSorted()).toEqual(events.map(({ type }) => type).toSorted())
})

test('lists every event that a module hears in a manifest', () => {
  const emitted = new Set(t.modules.flatMap(({ emits = [] }) => emits.map(({ type }) => type)))
  const received = t.modules.flatMap((module) => (module.events ?? []).flatMap((handler) => handler.events.map(({ type }) => type)))
  expect(received.filter((type) => !emitted.has(type))).toEqual([])
})

test('rejects one event in two manifests, and an emitted event that is in none', async () => {
  const unlisted = defineInternalEvent('lighthouse.lit', z.object({}))
  const registry = createEventRegistry()
  registry.attach([unlisted], [])
  expect(() => registry.attach([unlisted], [])).toThrow('Two modules list the event lighthouse.lit.')
  const { orgId } = await t.register()
  await expect(t.platform.db.withOrg(orgId, (tx) => t.platform.events.emit(tx, unlisted, {}))).rejects.toThrow(
    'No manifest lists the event lighthouse.lit.',
  )
})
