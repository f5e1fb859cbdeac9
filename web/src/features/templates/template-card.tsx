import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconEye, IconStar } from '@tabler/icons-react'
import type { Template } from '@imperium/contract/templates.ts'
import { formatDecimal, formatNumber } from '../../lib/format.ts'
import { useGate } from '../../lib/use-gate.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { byText, otherIcon, reviewLabels, tagLabel, templateIcons, triggerLabels } from './template-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './templates.module.css'

const shownTags = 3

export const cardSize = { widthPx: 300, heightPx: 176 }

export interface TemplateCardProps {
  template: Template
  busy: boolean
  onUse: (template: Template) => void
  onPreview: (template: Template) => void
  /** Shows the category, triggers and actions of a workflow instead of its tags. */
  asWorkflow?: boolean
}

/** One template: icon, rating, first tags, author and usage count. */
export function TemplateCard({ template, busy, onUse, onPreview, asWorkflow = false }: TemplateCardProps) {
  const refusal = useGate('templates:write')
  const { name, description, uses, review, trending, popular } = template
  const Glyph = templateIcons[template.icon] ?? otherIcon
  const title = translateMessage(name)
  return (
    <article className={classes.card} aria-label={title}>
      <div className={styles.rowTop}>
        <span className={classes.icon}>
          <Glyph size={18} stroke={1.7} aria-hidden />
        </span>
        <span className={styles.grow}>
          <span className={`${styles.truncateBlock} ${classes.name}`}>{title}</span>
          <span className={`${styles.truncateBlock} ${styles.caption}`}>
            {byText(template)}
            {popular && ` · ${t('Popular')}`}
            {trending && ` · ${t('Trending')}`}
          </span>
        </span>
        <Rating template={template} />
      </div>
      <p className={classes.text}>{translateMessage(description)}</p>
      {asWorkflow && template.workflow ? <WorkflowFacts workflow={template.workflow} /> : <Tags tags={template.tags.slice(0, shownTags)} />}
      {(review === 'pending' || review === 'rejected') && <p className={classes.review}>{reviewLabels[review]}</p>}
      <div className={classes.cardFoot}>
        <span className={classes.uses}>{plural(uses, { one: '{count} use', other: '{count} uses' }, { count: formatNumber(uses) })}</span>
        <Tooltip label={t('Preview')}>
          <ActionIcon size={32} aria-label={t('Preview: {name}', { name: title })} onClick={() => onPreview(template)}>
            <IconEye size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Button
          size="xs"
          variant="default"
          aria-label={t('Use Template: {name}', { name: title })}
          disabled={refusal !== undefined || busy}
          title={refusal}
          onClick={() => onUse(template)}
        >
          {asWorkflow ? t('Use||template') : t('Use Template')}
        </Button>
      </div>
    </article>
  )
}

/** The average rating; a dash without ratings. */
export function Rating({ template: { rating, ratings } }: { template: Template }) {
  const texts =
    rating === null
      ? t('Not rated yet')
      : plural(
          ratings,
          { one: '{rating} of 5, {count} rating', other: '{rating} of 5, {count} ratings' },
          { rating: formatDecimal(rating, 1) },
        )
  return (
    <Tooltip label={texts}>
      <span className={classes.rating} role="img" aria-label={texts}>
        <IconStar size={14} stroke={1.7} aria-hidden /> {rating === null ? '–' : formatDecimal(rating, 1)}
      </span>
    </Tooltip>
  )
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className={classes.tags} aria-label={t('Tags')}>
      {tags.map((tag) => (
        <li key={tag} className={classes.tag}>
          {tagLabel(tag)}
        </li>
      ))}
    </ul>
  )
}

function WorkflowFacts({ workflow: { category, triggers, actions } }: { workflow: NonNullable<Template['workflow']> }) {
  return (
    <p className={classes.facts}>
      <span>{category}</span>
      <span>{triggers.map((trigger) => triggerLabels[trigger]).join(', ')}</span>
      <span>{plural(actions, { one: '{count} action', other: '{count} actions' })}</span>
    </p>
  )
}
