import type { SupportOverview } from '@imperium/contract/support.ts'
import { t } from '../../lib/words.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Says that no one answers here, and how the operator can be reached. */
export function DeskNotice({ overview: { hasDesk, email } }: { overview: SupportOverview }) {
  if (hasDesk) return null
  return (
    <Notice
      tone="warn"
      title={t('This installation has no support desk')}
      action={
        email && (
          <a className="link" href={`mailto:${email}`}>
            {t('Write to {email}', { email })}
          </a>
        )
      }
    >
      {email
        ? t('Tickets are stored and reach the operator once a support desk is set up. Until then, write an email.')
        : t(
            'Tickets are stored and reach the operator once a support desk is set up. Until then, ask the person who runs Imperium for you.',
          )}
    </Notice>
  )
}
