import { createFileRoute } from '@tanstack/react-router'
import { LoginPage, redirectSignedIn, validateDestination } from '../features/auth/index.ts'

export const Route = createFileRoute('/login')({
  validateSearch: validateDestination,
  beforeLoad: redirectSignedIn,
  component: LoginPage,
})
