import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mailbox } from '@imperium/contract/channels/mailbox.ts'
import { query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import classes from './auth.module.css'

/** Opens the sandbox mailbox in a new tab, so that nothing on the page is lost; renders nothing where mail is really sent. */
export function MailboxLink() {
  const { isSuccess, isPending } = useQuery({ ...query(mailbox.list), meta: { silent: true }, retry: false })
  if (!isSuccess && !isPending) return null
  return (
    // Its room is kept until the response is there, so that the page below does not move.
    <Link
      to="/dev/mailbox"
      target="_blank"
      rel="noopener"
      className={classes.strongLink}
      style={isPending ? { visibility: 'hidden' } : undefined}
    >
      {t('Open the sandbox mailbox')}
    </Link>
  )
}
