import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/words.ts'
import { LinkPage, valueOfLink } from '../../ui/page/link-page.tsx'
import { unsubscribeMutation } from './api.ts'

/** /unsubscribe#key=...: ends the weekly digest without signing in. Requires a click: opening the page changes nothing. */
export function UnsubscribePage() {
  const end = useMutation(unsubscribeMutation)
  const submit = () =>
    end.mutate({
      query: { key: valueOfLink('key') },
      body: new Blob(['List-Unsubscribe=One-Click'], { type: 'application/x-www-form-urlencoded' }),
    })
  if (end.isSuccess)
    return (
      <LinkPage title={t('The weekly digest is off')} text={t('You can switch it on again in your profile at any time.')}>
        <Button component={Link} to="/" variant="default" size="md" fullWidth>
          {t('Done')}
        </Button>
      </LinkPage>
    )
  return (
    <LinkPage title={t('End the weekly digest?')} text={t('You no longer get the weekly digest. Nothing else changes.')} error={end.error}>
      <Button size="md" fullWidth disabled={end.isPending || valueOfLink('key') === ''} onClick={submit}>
        {t('End the weekly digest')}
      </Button>
    </LinkPage>
  )
}
