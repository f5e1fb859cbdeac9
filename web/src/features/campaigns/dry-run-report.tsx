import { IconCircleCheck } from '@tabler/icons-react'
import type { Campaign } from '@imperium/contract/campaigns.ts'
import type { DryRun, DryRunResult } from '@imperium/contract/campaign-reports.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatMicros, formatMoment, formatNumber } from '../../lib/format.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { Notice } from '../../ui/notice.tsx'
import { laterWords, reasonWords } from './reason-words.ts'
import classes from './review.module.css'

interface DryRunReportProps {
  run: DryRun | null
  isRunning: boolean
  error: unknown
  campaign: Campaign
}

/** Who gets what when, who does not and why, what cannot be written, and what it costs. */
export function DryRunReport({ run, isRunning, error, campaign }: DryRunReportProps) {
  if (error) return <Notice tone="bad">{error instanceof ApiError ? error.message : t('The dry run could not be made.')}</Notice>
  if (isRunning || run?.status === 'running') return <Running run={run} />
  if (!run)
    return (
      <p className={classes.hint}>{t('Goes through the real audience without sending: who gets it and when, who is left out and why.')}</p>
    )
  if (run.status === 'failed' || !run.result)
    return <Notice tone="bad">{translateMessage(run.message) || t('The dry run could not be made.')}</Notice>
  return <Result result={run.result} at={run.finishedAt ?? run.createdAt} channel={campaign.channel} />
}

function Running({ run }: { run: DryRun | null }) {
  const { examined = 0, total = 0 } = run ?? {}
  const percent = total === 0 ? 0 : Math.round((examined / total) * 100)
  return (
    <div role="status">
      <p className={classes.hint}>
        {total === 0
          ? t('Looking at the audience...')
          : t('{examined} of {total} looked at', { examined: formatNumber(examined), total: formatNumber(total) })}
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

function Result({ result, at, channel }: { result: DryRunResult; at: string; channel: Campaign['channel'] }) {
  const skipped = result.skipped.reduce((sum, { count }) => sum + count, 0)
  const later = result.later.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className={classes.report}>
      <dl className={classes.figures}>
        <Figure label={t('In the audience')} value={result.audience} />
        <Figure label={t('Get it at once')} value={result.now} />
        <Figure label={t('Get it later')} value={later} />
        <Figure label={t('Left out')} value={skipped} />
      </dl>
      {result.examined < result.audience && (
        <p className={classes.hint}>{t('The first {count} were looked at.', { count: formatNumber(result.examined) })}</p>
      )}
      {result.later.map(({ reason, count, earliest, latest }) => (
        <p key={reason} className={classes.hint}>
          {formatNumber(count)}: {laterWords[reason]},{' '}
          {earliest === latest
            ? formatMoment(earliest)
            : t('from {start} to {end}', { start: formatMoment(earliest), end: formatMoment(latest) })}
        </p>
      ))}
      <Groups
        title={t('Left out')}
        groups={result.skipped.map(({ reason, count, examples }) => ({ key: reason, words: reasonWords(reason), count, examples }))}
      />
      <Groups
        title={t('Cannot be written')}
        groups={result.errors.map(({ part, message, count, examples }) => ({
          key: `${part}${message}`,
          words: translateMessage(message),
          count,
          examples,
        }))}
      />
      {result.variants.length > 1 && (
        <p className={classes.hint}>
          {result.variants.map(({ name, count }, at) => `${at === 0 ? t('Variant A') : name}: ${formatNumber(count)}`).join(' · ')}
        </p>
      )}
      <Samples samples={result.samples} />
      <Cost cost={result.cost} channel={channel} />
      <p className={classes.hint}>{t('As of {moment}', { moment: formatMoment(at) })}</p>
    </div>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  )
}

interface Group {
  key: string
  words: string
  count: number
  examples: readonly { contactId: string; name: string; address: string }[]
}

function Groups({ title, groups }: { title: string; groups: readonly Group[] }) {
  if (groups.length === 0) return null
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.groups}>
        {groups.map(({ key, words, count, examples }) => (
          <li key={key}>
            <span className={classes.groupCount}>{formatNumber(count)}</span>
            <span>
              {words}
              <span className={classes.examples}>{examples.map(({ name, address }) => name || address).join(', ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Samples({ samples }: { samples: DryRunResult['samples'] }) {
  if (samples.length === 0) return null
  return (
    <details className={classes.samples}>
      <summary>{plural(samples.length, { one: '{count} message as it will be', other: '{count} messages as they will be' })}</summary>
      <ul>
        {samples.map(({ contactId, name, address, at, subject, text }) => (
          <li key={contactId}>
            <p className={classes.sampleHead}>
              <b>{name || address}</b> <span>{address}</span> <span>{formatMoment(at)}</span>
            </p>
            {subject && <p className={classes.sampleSubject}>{subject}</p>}
            <p className={classes.sampleText}>{text}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Cost({ cost: { messages, smsParts, agentMicros }, channel }: { cost: DryRunResult['cost']; channel: Campaign['channel'] }) {
  const parts = [
    plural(messages, { one: '{count} message', other: '{count} messages' }),
    ...(channel === 'sms' && smsParts !== null ? [plural(smsParts, { one: '{count} part', other: '{count} parts' })] : []),
    ...(agentMicros === null ? [] : [t('{amount} for the agent', { amount: formatMicros(agentMicros) })]),
  ]
  return (
    <p className={classes.cost}>
      <IconCircleCheck size={15} stroke={1.7} aria-hidden /> {parts.join(' · ')}
    </p>
  )
}
