import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage, redirectSignedIn } from '../features/auth/index.ts'

export const Route = createFileRoute('/register')({ beforeLoad: redirectSignedIn, component: RegisterPage })
