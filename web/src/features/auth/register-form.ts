import { RegisterBody } from '@imperium/contract/auth/auth.ts'
import { z } from 'zod'
import { t } from '../../lib/words.ts'

/** The registration form: the contract's body plus fields that the server does not ask for, removed before sending. */
export const RegisterForm = RegisterBody.pick({ email: true, password: true, firstName: true, lastName: true, organizationName: true })
  .extend({
    confirmPassword: z.string().min(1, t('Please confirm your password')),
    acceptTerms: z.literal(true, t('You must accept the terms')),
  })
  .refine((values) => values.confirmPassword === '' || values.password === values.confirmPassword, {
    path: ['confirmPassword'],
    message: t("Passwords don't match"),
    // Reported even while other fields are invalid.
    when: () => true,
  })

export interface RegisterValues extends Record<string, unknown> {
  firstName: string
  lastName: string
  email: string
  organizationName: string
  password: string
  confirmPassword: string
  acceptTerms: boolean
}

export const emptyRegistration: RegisterValues = {
  firstName: '',
  lastName: '',
  email: '',
  organizationName: '',
  password: '',
  confirmPassword: '',
  acceptTerms: false,
}

/** The browser's own time zone: the day edges of a new organization's figures. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
