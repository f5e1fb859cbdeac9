import type { Template } from '@imperium/contract/templates.ts'
import { englishOf, keyOf } from '@imperium/contract/kit/message.ts'
import { WorkflowContent, iconOf, includedIn } from './contents.ts'
import { atOrigin } from './official/designed-email.ts'
import { findOfficial } from './official/index.ts'
import type { TemplateRow } from './store.ts'

const popularPlaces = 3
const trendingPlaces = 5

/** A template as users see it; `mayWrite`: the caller may withdraw what their organization published. */
export function toTemplate(row: TemplateRow, mayWrite: boolean): Template {
  const official = row.is_official ? findOfficial(row.key) : undefined
  const included = official?.included ?? includedIn(row.category, row.content)
  return {
    key: row.key,
    name: row.name,
    description: row.description,
    category: row.category,
    type: row.is_official ? 'official' : 'community',
    tags: row.tags,
    icon: official?.icon ?? iconOf(row.category, row.content),
    author: row.author,
    uses: row.uses,
    rating: row.ratings === 0 ? null : Math.round((row.stars / row.ratings) * 10) / 10,
    ratings: row.ratings,
    myRating: row.my_stars,
    trending: row.trending_rank > 0 && row.trending_rank <= trendingPlaces,
    popular: row.uses > 0 && row.popular_rank <= popularPlaces,
    preview: included.map(englishOf).join('\n'),
    included: included.map(englishOf),
    includedKeys: included.map((text) => keyOf(text) ?? null),
    visibility: row.visibility,
    review: row.review,
    workflow: row.category === 'workflow' ? aboutWorkflow(row) : null,
    isMine: row.is_own && mayWrite,
    createdAt: row.created_at.toISOString(),
  }
}

const triggerLabels = {
  trigger_webhook: 'webhook',
  trigger_schedule: 'schedule',
  trigger_event: 'event',
  trigger_manual: 'manual',
} as const
const isTrigger = (type: string): type is keyof typeof triggerLabels => type in triggerLabels

function aboutWorkflow(row: TemplateRow): Template['workflow'] {
  const { steps } = WorkflowContent.parse(contentOfRow(row, '')).definition
  const triggers = [...new Set(steps.flatMap(({ type }) => (isTrigger(type) ? [triggerLabels[type]] : [])))]
  return { category: row.tags[0] ?? '', triggers, actions: steps.filter(({ type }) => !isTrigger(type)).length }
}

/** Of an official campaign with its pictures at the address of this installation. */
export function contentOfRow(row: TemplateRow, publicUrl: string): unknown {
  if (!row.is_official) return row.content
  const content = findOfficial(row.key)?.content
  return row.category === 'campaign' && content !== undefined ? atOrigin(content, publicUrl) : content
}
