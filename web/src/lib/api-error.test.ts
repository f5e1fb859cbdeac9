import { describe, expect, test } from 'vitest'
import { ApiError, describeError } from './api-error.ts'

const response = (status: number, error = '', errors?: { path: string; message: string }[]) =>
  new ApiError({
    kind: 'answer',
    status,
    problem: { success: false, error, message: error, code: 'x', requestId: '1', ...(errors ? { errors } : {}) },
  })

describe('the catalogue of errors', () => {
  test.each([
    [401, 'Session expired. Please login again.'],
    [403, 'Access denied.'],
    [404, 'Resource not found.'],
    [409, 'Conflict occurred.'],
    [422, 'Validation failed.'],
    [429, 'Too many requests. Please try again later.'],
    [500, 'Server error. Please try again later.'],
    [502, 'Server error. Please try again later.'],
    [503, 'Server error. Please try again later.'],
    [504, 'Server error. Please try again later.'],
    [418, 'An unexpected error occurred.'],
  ])('shows the catalogue text for %i without a server message', (status, text) => expect(describeError(response(status))).toEqual([text]))

  test("prefers the server's message and falls back to the screen's", () => {
    expect(describeError(response(409, 'This address is taken'), 'Failed to create agent')).toEqual(['This address is taken'])
    expect(describeError(response(500), 'Failed to create agent')).toEqual(['Failed to create agent'])
  })

  test('shows fixed messages for a lost connection and a failed request on every screen', () => {
    expect(describeError(new ApiError({ kind: 'network' }), 'Login failed')).toEqual(['Network error. Please check your connection.'])
    expect(describeError(new ApiError({ kind: 'request' }), 'Login failed')).toEqual(['Request error. Please try again.'])
  })

  test('a 422 shows each entry once, with the fallback for an empty one', () => {
    const error = response(422, 'Validation failed.', [
      { path: 'body.name', message: 'Name is required' },
      { path: 'body.name', message: 'Name is required' },
      { path: 'body.type', message: '' },
    ])
    expect(describeError(error)).toEqual(['Name is required', 'Validation error'])
  })
})

test('field messages are keyed without the part of the request, the first one wins', () => {
  const error = response(422, '', [
    { path: 'body.config.model', message: 'first' },
    { path: 'body.config.model', message: 'second' },
    { path: 'name', message: 'Name is required' },
  ])
  expect(error.fields).toEqual({ 'config.model': 'first', name: 'Name is required' })
})
