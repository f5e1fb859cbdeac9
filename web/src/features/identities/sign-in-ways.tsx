import { Button } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { signInElsewhere } from '../../lib/tenant-hint.ts'
import { t } from '../../lib/words.ts'
import { readWrittenWays } from './written-ways.ts'

const ProviderButtons = lazy(async () => ({ default: (await import('./provider-buttons.tsx')).ProviderButtons }))

/** Pixels of the buttons, as identities.module.css has them: a line "or", the buttons with their gaps, and two lines of terms. */
const heightOf = (buttons: number) => 90 + buttons * 52

/** Below the form of a page on which one signs in. Takes its place before its code is here, so that the form does not move. */
export function SignInWays({ back }: { back: string | null }) {
  const elsewhere = signInElsewhere()
  if (elsewhere)
    return (
      <Button component="a" href={elsewhere} variant="default" fullWidth mt="sm">
        {t('Sign in at {host}', { host: new URL(elsewhere).host })}
      </Button>
    )
  const ways = readWrittenWays()
  const buttons = ways ? ways.providers.length + Number(ways.singleSignOn) : null
  if (buttons === 0) return null
  return (
    <Suspense fallback={buttons === null ? null : <div style={{ height: heightOf(buttons) }} />}>
      <ProviderButtons back={back} />
    </Suspense>
  )
}
