import { NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SegmentChoices } from '@imperium/contract/contacts/segments.ts'
import { t } from '../../lib/words.ts'
import { DecimalInput } from '../../ui/form/decimal-input.tsx'
import { linksQuery } from './api.ts'
import { Choice, Days, Several } from './condition-inputs.tsx'
import { RecordsValue } from './records-value.tsx'
import type { DraftCondition } from './rule-model.ts'
import {
  behaviourOptions,
  channelOptions,
  consentOptions,
  eventDataOptions,
  membershipOptions,
  operatorsOf,
  reachOptions,
  sourceOptions,
  stateOptions,
} from './rule-labels.ts'
import classes from './segments.module.css'

interface ConditionValueProps {
  condition: DraftCondition
  choices: SegmentChoices
  onChange: (condition: DraftCondition) => void
}

/** The inputs after the subject, depending on its kind. */
export function ConditionValue({ condition, choices, onChange }: ConditionValueProps) {
  const change = (next: Partial<DraftCondition>) => onChange({ ...condition, ...next })
  switch (condition.kind) {
    case 'emailState':
      return <Choice label={t('State')} options={stateOptions} value={condition.state} onChange={(state) => change({ state })} />
    case 'campaign':
      return <CampaignValue condition={condition} choices={choices} change={change} />
    case 'consent':
      return (
        <PurposeValue condition={condition} choices={choices} change={change}>
          <Choice label={t('State')} options={consentOptions} value={condition.status} onChange={(status) => change({ status })} />
        </PurposeValue>
      )
    case 'reach':
      return (
        <PurposeValue condition={condition} choices={choices} change={change}>
          <Choice label={t('State')} options={reachOptions} value={condition.state} onChange={(state) => change(stateOf(state))} />
        </PurposeValue>
      )
    case 'segment':
      return <SegmentValue condition={condition} choices={choices} change={change} />
    case 'record':
      return <RecordsValue condition={condition} choices={choices} change={change} />
    case 'event':
      return <EventValue condition={condition} choices={choices} change={change} />
    case 'field':
    case 'custom':
    case 'tags':
    case 'source':
    case 'created':
      return (
        <>
          <Choice
            label={t('Comparison')}
            options={operatorsOf(condition.kind, condition.type)}
            value={condition.op}
            onChange={(op) => change({ op })}
          />
          <ComparedValue condition={condition} choices={choices} change={change} />
        </>
      )
  }
}

interface ValueProps {
  condition: DraftCondition
  choices: SegmentChoices
  change: (next: Partial<DraftCondition>) => void
}

/** Rules compare tags case-sensitively: typed text that matches an existing tag in another case becomes that tag. */
const asOffered = (tags: readonly string[], offered: readonly string[]): string[] =>
  tags.map((tag) => (offered.includes(tag) ? tag : (offered.find((each) => each.toLowerCase() === tag.toLowerCase()) ?? tag)))

function ComparedValue({ condition, choices, change }: ValueProps) {
  const { kind, op = '', type } = condition
  if (['is_empty', 'is_not_empty', 'is_true', 'is_false'].includes(op)) return null
  if (op.endsWith('_days')) return <Days value={condition.days} required onChange={(days) => change({ days })} />
  if (kind === 'created' || type === 'date')
    return (
      <TextInput
        className={classes.value}
        type="date"
        aria-label={t('Date')}
        value={condition.date ?? ''}
        onChange={(event) => change({ date: event.currentTarget.value || undefined })}
      />
    )
  if (kind === 'tags')
    return (
      <TagsInput
        className={classes.value}
        aria-label={t('Tags')}
        placeholder={condition.tags?.length ? '' : t('Choose or type tags')}
        data={choices.tags}
        value={condition.tags ?? []}
        onChange={(tags) => change({ tags: asOffered(tags, choices.tags) })}
      />
    )
  if (kind === 'source')
    return <Several label={t('Sources')} options={sourceOptions} value={condition.sources} onChange={(sources) => change({ sources })} />
  if (type === 'choice') {
    const own = choices.fields.find(({ key }) => key === condition.field)?.choices ?? []
    const options = [...new Set([...own, ...(condition.values ?? [])])].map((value) => ({ value, label: value }))
    return <Several label={t('Values')} options={options} value={condition.values} onChange={(values) => change({ values })} />
  }
  if (type === 'number')
    return (
      <DecimalInput
        className={classes.value}
        aria-label={t('Number')}
        value={condition.value ?? null}
        onChange={(value) => change({ value: value ?? undefined })}
      />
    )
  return (
    <TextInput
      className={classes.value}
      aria-label={t('Value')}
      value={String(condition.value ?? '')}
      maxLength={200}
      onChange={(event) => change({ value: event.currentTarget.value })}
    />
  )
}

function CampaignValue({ condition, choices, change }: ValueProps) {
  return (
    <>
      <Choice
        label={t('What happened')}
        options={behaviourOptions}
        value={condition.did}
        onChange={(did) => change({ did, ...(isAboutClicks(did) ? {} : { link: undefined }) })}
      />
      <Select
        className={classes.value}
        aria-label={t('Campaign')}
        placeholder={t('any campaign')}
        data={choices.campaigns.map(({ id, name }) => ({ value: id, label: name }))}
        value={condition.campaignId ?? null}
        onChange={(id) => change({ campaignId: id ?? undefined, link: undefined })}
        clearable
        searchable
      />
      {condition.campaignId && isAboutClicks(condition.did) && (
        <LinkValue campaignId={condition.campaignId} link={condition.link} onChange={(link) => change({ link })} />
      )}
      <Days value={condition.days} prefix={t('in the last')} onChange={(days) => change({ days })} />
    </>
  )
}

const isAboutClicks = (did: string | undefined): boolean => did === 'clicked' || did === 'not_clicked'

interface LinkValueProps {
  campaignId: string
  link: string | undefined
  onChange: (link: string | undefined) => void
}

/** One link of the campaign, or any. */
function LinkValue({ campaignId, link, onChange }: LinkValueProps) {
  const { data = [] } = useQuery(linksQuery(campaignId))
  return (
    <Select
      className={classes.value}
      aria-label={t('Link')}
      placeholder={t('any link')}
      data={link && !data.includes(link) ? [link, ...data] : data}
      value={link ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      clearable
      searchable
    />
  )
}

/** A suppression applies to every purpose. */
const stateOf = (state: string): Partial<DraftCondition> => (state === 'suppressed' ? { state, purpose: undefined } : { state })

function PurposeValue({ condition, choices, change, children }: ValueProps & { children: ReactNode }) {
  return (
    <>
      {children}
      {condition.state !== 'suppressed' && (
        <Select
          className={classes.value}
          aria-label={t('Purpose')}
          placeholder={t('any purpose')}
          data={choices.purposes.map(({ key, name }) => ({ value: key, label: name }))}
          value={condition.purpose ?? null}
          onChange={(purpose) => change({ purpose: purpose ?? undefined })}
          clearable
        />
      )}
      <Choice label={t('Channel')} options={channelOptions} value={condition.channel} onChange={(channel) => change({ channel })} />
    </>
  )
}

function SegmentValue({ condition, choices, change }: ValueProps) {
  return (
    <>
      <Choice
        label={t('Membership')}
        options={membershipOptions}
        value={condition.in === false ? 'out' : 'in'}
        onChange={(next) => change({ in: next === 'in' })}
      />
      <Select
        className={classes.value}
        aria-label={t('Segment')}
        placeholder={t('Choose a segment')}
        data={choices.segments.map(({ id, name }) => ({ value: id, label: name }))}
        value={condition.segmentId ?? null}
        onChange={(segmentId) => segmentId && change({ segmentId })}
        searchable
      />
    </>
  )
}

function EventValue({ condition, choices, change }: ValueProps) {
  const known = condition.type && !choices.events.includes(condition.type) ? [condition.type, ...choices.events] : choices.events
  return (
    <>
      <Select
        className={classes.value}
        aria-label={t('Event')}
        placeholder={known.length ? t('Choose an event') : t('No events recorded yet')}
        data={known}
        value={condition.type ?? null}
        onChange={(type) => type && change({ type })}
        searchable
      />
      <Choice label={t('Comparison')} options={operatorsOf('event', undefined)} value={condition.op} onChange={(op) => change({ op })} />
      <NumberInput
        className={classes.number}
        aria-label={t('Times')}
        suffix={` ${t('times')}`}
        min={0}
        max={1_000_000}
        allowDecimal={false}
        value={condition.count ?? ''}
        onChange={(count) => change({ count: typeof count === 'number' ? count : undefined })}
      />
      <Days value={condition.days} prefix={t('in the last')} onChange={(days) => change({ days })} />
      <EventData data={condition.data} onChange={(data) => change({ data })} />
    </>
  )
}

interface EventDataProps {
  data: DraftCondition['data']
  onChange: (data: DraftCondition['data']) => void
}

/** The event's data: a property with its comparison; without a property, any data. */
function EventData({ data, onChange }: EventDataProps) {
  const isNumber = data?.op === 'at_least' || data?.op === 'at_most'
  return (
    <div className={classes.detail}>
      <TextInput
        className={classes.operator}
        aria-label={t('Property of the event')}
        placeholder={t('any data')}
        maxLength={100}
        value={data?.property ?? ''}
        onChange={(event) => {
          const property = event.currentTarget.value
          onChange(property === '' ? undefined : { op: 'is', ...data, property })
        }}
      />
      {data && (
        <>
          <Choice
            label={t('Comparison of the property')}
            options={eventDataOptions}
            value={data.op}
            onChange={(op) => onChange({ ...data, op, value: undefined })}
          />
          {isNumber ? (
            <DecimalInput
              className={classes.number}
              aria-label={t('Value of the property')}
              value={data.value ?? null}
              onChange={(value) => onChange({ ...data, value: value ?? undefined })}
            />
          ) : (
            <TextInput
              className={classes.operator}
              aria-label={t('Value of the property')}
              value={String(data.value ?? '')}
              maxLength={200}
              onChange={(event) => onChange({ ...data, value: event.currentTarget.value || undefined })}
            />
          )}
        </>
      )}
    </div>
  )
}
