import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../lib/words.ts'
import { LinkPage, valueOfLink } from '../../ui/page/link-page.tsx'
import { verifySenderMutation } from './api.ts'

/** /verify-sender#token=...: confirms access to the mailbox. Requires a click, because programs open links too. */
export function VerifySenderPage() {
  const [token] = useState(() => valueOfLink('token'))
  const verify = useMutation(verifySenderMutation)
  if (verify.data)
    return (
      <LinkPage
        title={t('The sender is confirmed')}
        text={t('{organization} can now send email from {email}.', {
          organization: verify.data.organizationName,
          email: verify.data.email,
        })}
      >
        {null}
      </LinkPage>
    )
  return (
    <LinkPage
      title={t('Confirm this sender')}
      text={t('After you confirm, the organization can send email from your address.')}
      error={token === '' ? new Error('This link is no longer valid. Please ask for a new one.') : verify.error}
    >
      <Button disabled={verify.isPending || token === ''} onClick={() => verify.mutate({ body: { token } })}>
        {verify.isPending ? t('Confirming...') : t('Confirm')}
      </Button>
    </LinkPage>
  )
}
