import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { identities, providerValue } from '@imperium/contract/auth/identities.ts'
import { call } from '../../lib/api.ts'
import { describeError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { hasSession } from '../../lib/session.ts'
import { readStored, storageKeys, writeStored } from '../../lib/storage.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { providerName } from '../identities/index.ts'
import { adoptSession } from './api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { ownPath } from './guards.ts'
import { keepPendingSignIn } from './pending-sign-in.ts'
import classes from './auth.module.css'
import styles from './callback.module.css'

/** The provider's result, as the server put it into the URL. */
export interface CallbackSearch {
  auth?: string
  new?: string
  /** The flow started in the profile, to connect an account. */
  link?: string
  error?: string
  message?: string
  key?: string
}

interface Outcome {
  state: 'processing' | 'success' | 'error'
  text: string
  /** The redirect target, and its delay: the message is to be read first. */
  next?: { href: string; afterMs: number }
}

const longestMessage = 300
const successMs = 2_000
const errorMs = 3_000

/** /auth/{provider}/callback: completes a sign-in or an account connection at a provider. */
export function CallbackPage() {
  const { provider } = useParams({ from: '/auth/$provider/callback' })
  const search = useSearch({ from: '/auth/$provider/callback' })
  const navigate = useNavigate()
  const name = providerName(provider)
  useDocumentTitle(t('Signing in with {provider}', { provider: name }))
  const [outcome, setOutcome] = useState<Outcome>({
    state: 'processing',
    text: t('Completing the sign-in with {provider}...', { provider: name }),
  })
  const begun = useRef(false)
  useEffect(() => {
    // The provider's result can be used once.
    if (begun.current) return
    begun.current = true
    void settle(search, name).then(setOutcome)
  }, [search, name])
  useEffect(() => {
    const { next } = outcome
    if (!next) return
    const timer = setTimeout(() => void navigate({ href: next.href, replace: true }), next.afterMs)
    return () => clearTimeout(timer)
  }, [outcome, navigate])
  return (
    <AuthFrame>
      <h1 className={classes.title}>{(search.link ? linkTitles : titles)[outcome.state]}</h1>
      <p className={styles.outcome} data-state={outcome.state} role={outcome.state === 'error' ? 'alert' : 'status'}>
        <span className={styles.mark}>{marks[outcome.state]}</span>
        {outcome.text}
      </p>
    </AuthFrame>
  )
}

const marks = {
  processing: <IconClock size={20} stroke={1.8} aria-hidden />,
  success: <IconCircleCheck size={20} stroke={1.8} aria-hidden />,
  error: <IconAlertCircle size={20} stroke={1.8} aria-hidden />,
}
const titles = { processing: t('One moment'), success: t('Signed in'), error: t('Sign-in failed') }
const linkTitles = { processing: t('One moment'), success: t('Account connected'), error: t('Not connected') }

async function settle(search: CallbackSearch, provider: string): Promise<Outcome> {
  if (search.error !== undefined) {
    const text = translateMessage({
      message: (search.message ?? '').slice(0, longestMessage),
      key: search.key,
      values: { provider: providerValue(provider === 'google' || provider === 'github' ? provider : 'sso') },
    })
    return fail(text || t('Authentication failed with {provider}', { provider }), search)
  }
  if (search.auth !== 'success') return fail(t('Authentication callback completed but no success or error parameters found'), search)
  try {
    return search.link ? await connect(provider) : await signIn(search.new === 'true', provider)
  } catch (error) {
    return fail(describeError(error).join(' '), search)
  }
}

async function signIn(isNew: boolean, provider: string): Promise<Outcome> {
  const response = await call(identities.complete)
  const back = takeReturnPath()
  if ('challenge' in response) {
    keepPendingSignIn(response.challenge)
    return {
      state: 'processing',
      text: t('Confirm your identity'),
      next: { href: `/login/verify${back ? `?next=${encodeURIComponent(back)}` : ''}`, afterMs: 0 },
    }
  }
  adoptSession(response, isNew ? t('Account created with {provider}!', { provider }) : t('Signed in with {provider}!', { provider }))
  const slug = response.organization?.slug
  const href = back?.includes('/dashboard') ? back : slug ? `/org/${slug}/dashboard` : '/dashboard'
  const text = isNew ? t('Welcome! Your account has been created successfully.') : t('Welcome back! You have been signed in.')
  return { state: 'success', text, next: { href, afterMs: successMs } }
}

async function connect(provider: string): Promise<Outcome> {
  await call(identities.completeLink)
  const text = t('{provider} is connected to your account.', { provider })
  notify.success(text)
  return { state: 'success', text, next: { href: takeReturnPath() ?? '/dashboard', afterMs: successMs } }
}

/** The path to return to, in this app; it is forgotten with that. */
function takeReturnPath(): string | null {
  const stored = readStored(storageKeys.beforeLogin)
  writeStored(storageKeys.beforeLogin, null)
  return ownPath(stored ?? undefined)
}

function fail(text: string, { link }: CallbackSearch): Outcome {
  notify.error(t('Authentication failed'))
  const back = takeReturnPath()
  // A sign-in that fails ends no session: any page can lead a signed-in user here.
  const isSignedIn = link !== undefined || hasSession()
  return { state: 'error', text, next: { href: isSignedIn ? (back ?? '/dashboard') : '/login', afterMs: errorMs } }
}
