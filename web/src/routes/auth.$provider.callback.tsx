import { createFileRoute } from '@tanstack/react-router'
import { CallbackPage } from '../features/auth/index.ts'

const names = ['auth', 'new', 'link', 'error', 'message', 'key', 'provider'] as const

export const Route = createFileRoute('/auth/$provider/callback')({
  validateSearch: (search: Record<string, unknown>): { [K in (typeof names)[number]]?: string } =>
    Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]]))),
  component: CallbackPage,
})
