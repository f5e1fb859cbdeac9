import { IconCircleCheck } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { DryRun, DryRunResult } from '@imperium/contract/campaigns/campaign-reports.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { formatMicros, formatMoment, formatNumber } from '../../../lib/format.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { laterLabels, reasonText } from '../../../lib/labels/reason-labels.ts'
import { laterOf } from './launch-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from './review.module.css'

interface DryRunReportProps {
  run: DryRun | null
  isRunning: boolean
  error: unknown
  campaign: Campaign
  /** Opens the explanation for one contact. */
  onContact: (contactId: string) => void
}

/** Recipients and send times, skipped contacts with reasons, content problems and costs. */
export function DryRunReport({ run, isRunning, error, campaign, onContact }: DryRunReportProps) {
  if (error) return <Notice tone="bad">{error instanceof ApiError ? error.message : t('The dry run failed.')}</Notice>
  if (isRunning || run?.status === 'running') return <Running run={run} />
  if (!run)
    return <p className={styles.hint}>{t('Checks the real audience without sending: who gets it and when, who is skipped and why.')}</p>
  if (run.status === 'failed' || !run.result)
    return <Notice tone="bad">{translateMessage({ message: run.message, ...run.messageKey }) || t('The dry run failed.')}</Notice>
  return <Result result={run.result} at={run.finishedAt ?? run.createdAt} campaign={campaign} onContact={onContact} />
}

function Running({ run }: { run: DryRun | null }) {
  const { examined = 0, total = 0 } = run ?? {}
  const percent = total === 0 ? 0 : Math.round((examined / total) * 100)
  return (
    <div role="status">
      <p className={styles.hint}>
        {total === 0
          ? t('Checking the audience...')
          : t('{examined} of {total} checked', { examined: formatNumber(examined), total: formatNumber(total) })}
      </p>
      <span
        className={classes.track}
        role="progressbar"
        aria-label={t('Dry run')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span className={classes.fill} style={{ width: `${percent}%` }} />
      </span>
    </div>
  )
}

interface ResultProps extends Pick<DryRunReportProps, 'campaign' | 'onContact'> {
  result: DryRunResult
  at: string
}

function Result({ result, at, campaign, onContact }: ResultProps) {
  const { channel } = campaign
  const skipped = result.skipped.reduce((sum, { count }) => sum + count, 0)
  const later = laterOf(result)
  const isPart = result.examined < result.audience
  // Only a part was examined: figures are extrapolated to the whole audience and marked so.
  const whole = isPart && result.examined > 0 ? result.audience / result.examined : 1
  return (
    <div className={classes.report}>
      <dl className={classes.figures}>
        <Figure label={t('In the audience')} value={result.audience} />
        <Figure label={t('Get it immediately')} value={result.now * whole} about={isPart} />
        <Figure label={t('Get it later')} value={later * whole} about={isPart} />
        <Figure label={t('Left out')} value={skipped * whole} about={isPart} />
      </dl>
      {isPart && (
        <Notice tone="warn">
          {t(
            '{examined} of {total} were checked in the available time. Figures with "about" are estimates; the lists below count only the checked contacts.',
            {
              examined: formatNumber(result.examined),
              total: formatNumber(result.audience),
            },
          )}
        </Notice>
      )}
      <Pace pace={result.pace} startsAt={result.startsAt} hasWindow={campaign.definition.window !== null} />
      {campaign.definition.schedule.type !== 'now' && (
        <p className={styles.hint}>{t('It starts on {moment}.', { moment: formatMoment(result.startsAt) })}</p>
      )}
      {result.later.map(({ reason, count, earliest, latest }) => (
        <p key={reason} className={styles.hint}>
          {formatNumber(count)}: {laterLabels[reason]},{' '}
          {earliest === latest
            ? formatMoment(earliest)
            : t('from {start} to {end}', { start: formatMoment(earliest), end: formatMoment(latest) })}
        </p>
      ))}
      <Groups
        title={t('Left out')}
        onContact={onContact}
        groups={result.skipped
          .filter(({ reason }) => !isUnwritten(reason))
          .map(({ reason, count, examples }) => ({ key: reason, words: reasonText(reason), count, examples }))}
      />
      <Groups
        title={t('Excluded because their message cannot be rendered')}
        hint={
          result.errors.some(({ field }) => field !== null)
            ? t('They get it once the merge field has a fallback: {example}', {
                example: `{{ ${result.errors.find(({ field }) => field !== null)?.field} | default: "…" }}`,
              })
            : undefined
        }
        onContact={onContact}
        groups={result.errors.map((error) => ({
          key: `${error.part}${error.message}`,
          words: translateMessage(error),
          count: error.count,
          examples: error.examples,
        }))}
      />
      {(result.variants.length > 1 || result.rest > 0) && (
        <p className={styles.hint}>
          {result.rest > 0 && result.variants.length > 0 && `${t('The test')}: `}
          {result.variants
            .map(({ variant, name, count }) => `${variant === 0 ? t('Variant A') : name}: ${formatNumber(count)}`)
            .join(' · ')}
          {result.rest > 0 && result.variants.length > 0 && ' · '}
          {result.rest > 0 &&
            plural(result.rest, { one: '{count} waits for the variant that wins', other: '{count} wait for the variant that wins' })}
        </p>
      )}
      <Samples samples={result.samples} onContact={onContact} />
      <Cost cost={result.cost} channel={channel} whole={whole} />
      <p className={styles.hint}>{t('As of {moment}', { moment: formatMoment(at) })}</p>
    </div>
  )
}

function Figure({ label, value, about = false }: { label: string; value: number; about?: boolean }) {
  const shown = formatNumber(Math.round(value))
  return (
    <div>
      <dt>{label}</dt>
      <dd>{about ? t('about {count}', { count: shown }) : shown}</dd>
    </div>
  )
}

/** How long it takes at the set rate. */
function Pace({ pace: { perMinute, lastAt }, startsAt, hasWindow }: { pace: DryRunResult['pace']; startsAt: string; hasWindow: boolean }) {
  if (perMinute === null) return null
  const rate = t('{count} a minute', { count: formatNumber(perMinute) })
  if (lastAt === null)
    return <Notice tone="warn">{t('At {rate} the send would never finish: the send window is too short.', { rate })}</Notice>
  const values = { rate, start: formatMoment(startsAt), end: formatMoment(lastAt) }
  return (
    <p className={styles.hint}>
      {hasWindow
        ? t('At {rate} it takes from {start} until {end}, the closed hours of the send window included.', values)
        : t('At {rate} it takes from {start} until {end}.', values)}
    </p>
  )
}

interface Group {
  key: string
  words: string
  count: number
  examples: readonly { contactId: string; name: string; address: string }[]
}

interface GroupsProps {
  title: string
  hint?: string | undefined
  groups: readonly Group[]
  onContact: (contactId: string) => void
}

/** Listed below with the problems of their message. */
const isUnwritten = (reason: string): boolean => reason === 'missing_field' || reason === 'rendering_error'

function Groups({ title, hint, groups, onContact }: GroupsProps) {
  if (groups.length === 0) return null
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      {hint && <p className={styles.hint}>{hint}</p>}
      <ul className={classes.groups}>
        {groups.map(({ key, words: texts, count, examples }) => (
          <li key={key}>
            <span className={classes.groupCount}>{formatNumber(count)}</span>
            <span>
              {texts}
              <span className={classes.examples}>
                {examples.map(({ contactId, name, address }, at) => (
                  <Fragment key={contactId}>
                    {at > 0 && ', '}
                    <button type="button" className={classes.linkButton} onClick={() => onContact(contactId)}>
                      {name || address}
                    </button>
                  </Fragment>
                ))}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Samples({ samples, onContact }: { samples: DryRunResult['samples']; onContact: (contactId: string) => void }) {
  if (samples.length === 0) return null
  return (
    <details className={classes.samples}>
      <summary>{plural(samples.length, { one: '{count} message as it will be', other: '{count} messages as they will be' })}</summary>
      <ul>
        {samples.map(({ contactId, name, address, at, subject, text }) => (
          <li key={contactId}>
            <p className={classes.sampleHead}>
              <button type="button" className={classes.linkButton} onClick={() => onContact(contactId)}>
                {name || address}
              </button>{' '}
              <span>{address}</span> <span>{formatMoment(at)}</span>
            </p>
            {subject && <p className={classes.sampleSubject}>{subject}</p>}
            <p className={classes.sampleText}>{text}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface CostProps {
  cost: DryRunResult['cost']
  channel: Campaign['channel']
  /** The audience divided by the number of examined contacts. */
  whole: number
}

function Cost({ cost, channel, whole }: CostProps) {
  const { messages, smsParts, channelMicros, agentMicros, agentBudgetMicros } = cost
  const of = (count: number) => Math.round(count * whole)
  const agent =
    agentBudgetMicros === null
      ? []
      : agentMicros === null
        ? [t('at most {amount} for the agent', { amount: formatMicros(agentBudgetMicros) })]
        : [
            t('about {amount} for the agent, at most {budget}', {
              amount: formatMicros(agentMicros),
              budget: formatMicros(agentBudgetMicros),
            }),
          ]
  const parts = [
    plural(of(messages), { one: '{count} message', other: '{count} messages' }),
    ...(channel === 'sms' && smsParts !== null && agentBudgetMicros === null
      ? [plural(of(smsParts), { one: '{count} part', other: '{count} parts' })]
      : []),
    ...(channelMicros === null ? [] : [channelLabels(formatMicros(of(channelMicros)), channel === 'sms' && agentBudgetMicros !== null)]),
    ...agent,
  ]
  return (
    <p className={classes.cost}>
      <IconCircleCheck size={15} stroke={1.7} aria-hidden /> {parts.join(' · ')}
    </p>
  )
}

/** The number of SMS parts of an agent's text is unknown: at least one each. */
const channelLabels = (amount: string, isLeast: boolean): string =>
  isLeast ? t('costs at least {amount}', { amount }) : t('costs about {amount}', { amount })
