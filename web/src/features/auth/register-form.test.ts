import { describe, expect, test } from 'vitest'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { RegisterForm, emptyRegistration } from './register-form.ts'

const good = {
  firstName: 'Ana',
  lastName: 'Kovač',
  email: 'ana@acme.example',
  organizationName: 'Acme',
  password: 'Long enough 1!',
  confirmPassword: 'Long enough 1!',
  acceptTerms: true,
}
const errorsWith = (patch: Partial<typeof good>) => fieldErrors(RegisterForm, { ...good, ...patch })

describe('shows the messages of registration word by word', () => {
  test('accepts a valid form', () => expect(errorsWith({})).toEqual({}))

  test('an empty form names every field', () => {
    expect(fieldErrors(RegisterForm, emptyRegistration)).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Please enter a valid email address',
      organizationName: 'Organization name is required',
      password: 'Password must be at least 12 characters',
      confirmPassword: 'Please confirm your password',
      acceptTerms: 'You must accept the terms',
    })
  })

  test.each([
    ['Short 1!', 'Password must be at least 12 characters'],
    ['NO LOWER CASE 1!', 'Password must contain at least one lowercase letter'],
    ['no upper case 1!', 'Password must contain at least one uppercase letter'],
    ['No number here!', 'Password must contain at least one number'],
    ['NoSpecialChar123', 'Password must contain at least one special character (!@#$%^&*)'],
  ])('%s', (password, message) => expect(errorsWith({ password, confirmPassword: password })).toEqual({ password: message }))

  test('reports a different confirmation at its field, even while other fields are invalid', () => {
    expect(errorsWith({ confirmPassword: 'Something else 1!' })).toEqual({ confirmPassword: "Passwords don't match" })
    expect(errorsWith({ email: 'x', confirmPassword: 'Something else 1!' })).toEqual({
      email: 'Please enter a valid email address',
      confirmPassword: "Passwords don't match",
    })
  })
})
