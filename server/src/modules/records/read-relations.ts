import type { Parsed } from '@imperium/contract/kit/field-types/field-type.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LiveField } from '../entities/index.ts'
import { findTargets, targetLabels } from './related-records.ts'
import type { RecordReader } from './related-records.ts'

const mostAlike = 10

export type Relate = (field: LiveField, text: string) => Promise<Parsed>

/** Reads relations of a file, a template or a model by ids or titles; each text is looked up once. A title that several records have is refused. */
export function relationReader(platform: Platform, tx: OrgTx, may: RecordReader['may']): Relate {
  const found = new Map<string, Parsed>()
  const reader = { platform, tx, may }
  const one = async (entity: string, text: string): Promise<Parsed> => {
    const key = `${entity} ${text}`
    const parsed = found.get(key) ?? (await look(entity, text))
    found.set(key, parsed)
    return parsed
  }
  const look = async (entity: string, text: string): Promise<Parsed> => {
    const id = fieldTypes.relation.read(text, noFacts)
    if ('value' in id && id.value !== null) {
      const labels = await targetLabels(reader, entity, [String(id.value)])
      return labels.size > 0 ? id : { refused: 'There is no such record' }
    }
    const targets = await findTargets(reader, entity, text, mostAlike)
    const same = targets.filter(({ label }) => label.toLowerCase() === text.toLowerCase())
    const [only] = same.length > 0 ? same : targets
    if (!only || (same.length !== 1 && targets.length !== 1))
      return { refused: message('There is not exactly one record "{name}"', { name: text.slice(0, 60) }) }
    return { value: only.id }
  }
  return async (field, text) => {
    const parts = field.type === 'relations' ? text.split(/[;\n]/) : [text]
    const ids: string[] = []
    for (const part of parts.map((each) => each.trim()).filter(Boolean)) {
      const parsed = await one(field.entity, part)
      if ('refused' in parsed) return parsed
      ids.push(String(parsed.value))
    }
    if (ids.length === 0) return { value: null }
    return { value: field.type === 'relations' ? [...new Set(ids)] : (ids[0] ?? null) }
  }
}

const noFacts = { options: [], currency: 'USD', decimals: 0, pattern: '', prefix: '' }
