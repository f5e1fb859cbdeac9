import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mailbox } from '@imperium/contract/channels/mailbox.ts'
import { query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import { Rich } from '../../ui/text/rich.tsx'
import classes from './auth.module.css'

/** Links to the local mailbox on an installation without a mail server; renders nothing elsewhere. */
export function MailboxHint() {
  const { isSuccess } = useQuery({ ...query(mailbox.list), meta: { silent: true }, retry: false })
  if (!isSuccess) return null
  return (
    <p className={classes.lead}>
      <Rich
        text={t('This server does not send email: it keeps it in its <link>mailbox</link>.')}
        tags={{ link: <Link to="/dev/mailbox" className={classes.strongLink} /> }}
      />
    </p>
  )
}
