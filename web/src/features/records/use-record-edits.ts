import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import { recordOperations } from '@imperium/contract/entities/records.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { reportError } from '../../lib/query-client.ts'
import { plural, t } from '../../lib/words.ts'
import { isTyping } from '../../ui/is-typing.ts'
import { changed } from './api.ts'

type Values = Record<string, RecordValue>

/** What a member did, with what the records had before. */
type Act = { kind: 'set'; before: readonly { id: string; values: Values }[] } | { kind: 'trash' | 'restore'; ids: readonly string[] }

const mostActs = 50

export interface RecordEdits {
  /** Sets values of one record. @returns whether they were saved. */
  set: (record: { id: string; updatedAt: string; values: Values }, values: Values) => Promise<boolean>
  setMany: (ids: readonly string[], values: Values) => Promise<boolean>
  trash: (ids: readonly string[]) => Promise<boolean>
  restore: (ids: readonly string[]) => Promise<boolean>
  /** Takes back the last act; undefined: there is none. */
  undo: (() => void) | undefined
  isBusy: boolean
}

/** Changes of records from the list. The last 50 can be taken back, with the button or Ctrl+Z. */
export function useRecordEdits(entity: string): RecordEdits {
  const client = useQueryClient()
  const [acts, setActs] = useState<readonly Act[]>([])
  const refresh = () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
  const bulk = useMutation({
    mutationFn: (body: Parameters<typeof bulkBody>[0]) => call(recordOperations.bulk, { params: { entity }, body: bulkBody(body) }),
    meta: { silent: true },
    onSettled: refresh,
    onError: (error) => reportError(error, t('The records could not be changed')),
  })
  const single = useMutation({
    mutationFn: ({ id, ...body }: { id: string; values: Values; updatedAt?: string }) =>
      call(recordOperations.update, { params: { entity, id }, body }),
    meta: { silent: true },
    onSettled: refresh,
    onError: (error) => reportError(error, t('The record could not be saved')),
  })
  const remember = (act: Act) => setActs((now) => [...now, act].slice(-mostActs))
  const attempt = async <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)

  async function undo(): Promise<void> {
    const act = acts.at(-1)
    if (!act) return
    setActs((now) => now.slice(0, -1))
    if (act.kind !== 'set') {
      const kind = act.kind === 'trash' ? 'restore' : 'trash'
      if (await attempt(bulk.mutateAsync({ ids: act.ids, action: { kind } }))) notify.success(t('Undone'))
      return
    }
    let done = 0
    for (const each of act.before) if (await attempt(single.mutateAsync(each))) done += 1
    if (done > 0) notify.success(t('Undone'))
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return
    event.preventDefault()
    void undo()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return {
    set: async ({ id, updatedAt, values: before }, values) => {
      const saved = await attempt(single.mutateAsync({ id, values, updatedAt }))
      const old = Object.fromEntries(Object.keys(values).map((name) => [name, before[name] ?? null]))
      if (saved) remember({ kind: 'set', before: [{ id, values: old }] })
      return saved !== null
    },
    setMany: async (ids, values) => {
      const reply = await attempt(bulk.mutateAsync({ ids, action: { kind: 'set', values } }))
      if (reply && reply.changed > 0) remember({ kind: 'set', before: reply.before })
      if (reply) notify.success(plural(reply.changed, { one: '{count} record changed', other: '{count} records changed' }))
      return reply !== null
    },
    trash: async (ids) => {
      const reply = await attempt(bulk.mutateAsync({ ids, action: { kind: 'trash' } }))
      if (reply) remember({ kind: 'trash', ids: reply.before.map(({ id }) => id) })
      if (reply)
        notify.success(plural(reply.changed, { one: '{count} record moved to the trash', other: '{count} records moved to the trash' }))
      return reply !== null
    },
    restore: async (ids) => {
      const reply = await attempt(bulk.mutateAsync({ ids, action: { kind: 'restore' } }))
      if (reply) remember({ kind: 'restore', ids: reply.before.map(({ id }) => id) })
      if (reply) notify.success(plural(reply.changed, { one: '{count} record restored', other: '{count} records restored' }))
      return reply !== null
    },
    undo: acts.length > 0 ? () => void undo() : undefined,
    isBusy: bulk.isPending || single.isPending,
  }
}

type BulkAction = { kind: 'set'; values: Values } | { kind: 'trash' } | { kind: 'restore' }
const bulkBody = ({ ids, action }: { ids: readonly string[]; action: BulkAction }) => ({ ids: [...ids], action })
