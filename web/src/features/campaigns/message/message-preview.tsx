import { SegmentedControl, Select, Skeleton, Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { MessagePreview as Preview, RenderIssue } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import { Audience } from '@imperium/contract/contacts/reach.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { query } from '../../../lib/api.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { preferDark, preferLight, styleMail } from '../../../ui/text/style-mail.ts'
import { fillGaps } from './fill-gaps.ts'
import { PhoneMessage } from './phone-message.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './message.module.css'

const typingPauseMs = 400

interface MessagePreviewProps {
  channel: Channel
  content: MessageContent
  campaignName: string
  purpose: string
  /** An agent writes each message: the content is the frame around its text. */
  byAgent: boolean
  /** Links in a text are shown as the short links that replace them. */
  trackClicks: boolean
  /** Picks a contact of the audience when none is chosen. */
  audience: Audience | null
}

const noSubject = '-'
const emptySubject: RenderIssue = {
  part: 'subject',
  kind: 'rendering_error',
  message: t('The subject is empty'),
  field: null,
  line: null,
  column: null,
}

type View = 'desktop' | 'phone' | 'text'

/** The message as one contact would get it: filled in by the server as it will be sent, while it is written. */
export function MessagePreview({ channel, content, campaignName, purpose, byAgent, trackClicks, audience }: MessagePreviewProps) {
  const [contactId, setContactId] = useState<string | null>(null)
  const [view, setView] = useState<View>('desktop')
  const [isDark, setDark] = useState(false)
  // One that is not chosen yet to its end is none.
  const chosen = Audience.safeParse(audience).data ?? null
  // Without a subject the server renders nothing: the body is shown with a placeholder, and the problem below it.
  const lacksSubject = channel === 'email' && content.subject.trim() === '' && isWritten(content)
  const sent = lacksSubject ? { ...content, subject: noSubject } : content
  const wanted = JSON.stringify({ channel, content: sent, campaignName, purpose, byAgent, trackClicks, audience: chosen })
  const settled = useSettled(wanted)
  const body = { ...(JSON.parse(settled) as MessagePreviewProps), contactId }
  const { data, error, isFetching } = useQuery({
    ...query(campaignReports.preview, { body }),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { silent: true },
  })
  const isOld = isFetching || settled !== wanted
  return (
    <Card
      title={t('Preview')}
      className={classes.preview}
      aside={data ? (data.contactId === null ? t('As an example') : t('For {name}', { name: data.contactName })) : undefined}
    >
      <div className={classes.previewBar}>
        <ContactSelect value={contactId} onChange={setContactId} />
        {channel === 'email' && (
          <SegmentedControl
            aria-label={t('Width')}
            value={view}
            onChange={setView}
            data={[
              { value: 'desktop', label: t('Desktop') },
              { value: 'phone', label: t('Phone||device') },
              { value: 'text', label: t('Text') },
            ]}
          />
        )}
        {channel === 'email' && view !== 'text' && (
          <Switch label={t('Dark mode')} checked={isDark} onChange={(event) => setDark(event.currentTarget.checked)} />
        )}
      </div>
      {error && !data && <Notice tone="bad">{error instanceof ApiError ? error.message : t('The preview could not be created.')}</Notice>}
      {!data && !error && <Skeleton height={420} radius={10} />}
      {data && (
        <div className={isOld ? classes.stale : undefined} aria-busy={isOld}>
          {channel === 'email' && !(isRefused(data) && isWritten(content)) && (
            <p className={classes.subject}>
              <span>{t('Subject')}</span>
              <b>{lacksSubject ? '–' : fillGaps(data.subject) || '–'}</b>
            </p>
          )}
          <div className={classes.stage} data-phone={view === 'phone' || undefined}>
            {channel === 'email' && view !== 'text' && data.html !== null ? (
              <MailFrame html={fillGaps(data.html)} isDark={isDark} />
            ) : isTextMessage(channel) && data.text !== '' && !isRefused(data) ? (
              <PhoneMessage channel={channel} text={fillGaps(data.text)} />
            ) : (
              <pre className={classes.plain} tabIndex={0} role="region" aria-label={t('Text of the message')}>
                {isRefused(data) && isWritten(content)
                  ? t('This message cannot be rendered for {name}.', { name: data.contactName })
                  : fillGaps(data.text) || t('There is no content yet.')}
              </pre>
            )}
          </div>
          {data.sms && (
            <p className={styles.hint}>
              {plural(data.sms.parts, { one: '{count} part', other: '{count} parts' })} · {data.sms.encoding.toUpperCase()}
            </p>
          )}
          <Issues issues={lacksSubject ? [...data.issues, emptySubject] : data.issues} />
        </div>
      )}
    </Card>
  )
}

const isTextMessage = (channel: Channel): channel is 'sms' | 'whatsapp' => channel === 'sms' || channel === 'whatsapp'

/** True if nothing can be rendered; the issues explain why. */
const isRefused = ({ subject, html, text, issues }: z.infer<typeof Preview>) =>
  issues.length > 0 && subject === '' && html === null && text === ''
const isWritten = ({ subject, design, html, text, whatsappVariables }: MessageContent) =>
  design !== null || [subject, html, text, ...whatsappVariables].some((part) => part.trim() !== '')

/** Shows an email in isolation: it runs no scripts and cannot access this page. */
export function MailFrame({ html, isDark = false }: { html: string; isDark?: boolean }) {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
  return (
    <iframe
      title={t('The message')}
      className={classes.frame}
      sandbox=""
      srcDoc={styleMail(isDark ? preferDark(html) : preferLight(html), nonce)}
    />
  )
}

function Issues({ issues }: { issues: readonly RenderIssue[] }) {
  if (issues.length === 0) return null
  return (
    <ul className={classes.issues} aria-label={t('Problems')}>
      {issues.map((issue) => (
        <li key={`${issue.part}${issue.message}${issue.line}${issue.column}`}>
          {issue.line === null
            ? translateMessage(issue)
            : t('Line {line}: {message}', { line: issue.line, message: translateMessage(issue) })}
        </li>
      ))}
    </ul>
  )
}

interface ContactSelectProps {
  value: string | null
  onChange: (id: string | null) => void
  label?: string
  placeholder?: string
}

/** Chooses the contact of the preview; by default the server takes the oldest contact. */
export function ContactSelect({ value, onChange, label = t('Preview for'), placeholder = t('Any contact') }: ContactSelectProps) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed).trim()
  const { data } = useQuery({
    ...query(contacts.list, { query: { ...(q ? { q } : {}), limit: 20 } }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      data={(data?.rows ?? []).map(({ id, name, email }) => ({ value: id, label: email && email !== name ? `${name} · ${email}` : name }))}
      value={value}
      onChange={onChange}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('No contact matches')}
    />
  )
}

/** The text, debounced. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
