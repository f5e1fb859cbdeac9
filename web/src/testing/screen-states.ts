import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Data, Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { FakeApi } from './fake-api.ts'
import { openScreen } from './open-screen.tsx'

type Texts = string | RegExp

interface ScreenStates<E extends Endpoint> {
  /** The address below the organization. */
  place: string
  heading: Texts
  /** The operation that fills the screen. */
  list: E
  /** Whatever else the screen reads. */
  others?: (api: FakeApi) => void
  loadFailed: Texts
  /** What an empty list says; an address with a filter that fits nothing, and what is said then. */
  empty: { data: Data<E>; texts: Texts }
  noMatch?: { place: string; texts: Texts }
  filled?: { data: Data<E>; texts: Texts[] }
  /** Roles that see another message instead, with that message. */
  forbidden?: { role: Role; texts: Texts }
}

const see = (texts: Texts) => screen.findAllByText(texts)
const seesNot = (texts: Texts) => expect(screen.queryByText(texts)).toBeNull()

/** The states that every screen with a list has: loading, empty, failed, refused, filled. */
export function testStates<const E extends Endpoint>(name: string, states: ScreenStates<E>): void {
  const { place, heading, list, others, loadFailed, empty, noMatch, filled, forbidden } = states
  const open = (arrange: (api: FakeApi) => void, { role, at = place }: { role?: Role; at?: string } = {}) =>
    openScreen(at, role ? { role } : {}, (api) => {
      others?.(api)
      arrange(api)
    })

  describe(name, () => {
    test('shows its heading and neither rows nor a failure while it loads', async () => {
      const api = open((on) => on.hold(list))
      await screen.findAllByRole('heading', { level: 1, name: heading })
      await waitFor(() => expect(api.sent(list)).not.toEqual([]))
      seesNot(empty.texts)
      seesNot(loadFailed)
    })

    test('says so when there is nothing yet', async () => {
      open((on) => on.give(list, empty.data))
      await see(empty.texts)
      seesNot(loadFailed)
    })

    test('says what failed, and loads when it is tried again', async () => {
      const api = open((on) => on.refuse(list, 500, 'INTERNAL', 'Something went wrong'))
      await see(loadFailed)
      seesNot(empty.texts)
      api.give(list, empty.data)
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
      await see(empty.texts)
      seesNot(loadFailed)
    })

    test('offers no second try when the server refuses it', async () => {
      open((on) => on.refuse(list, 403, 'FORBIDDEN', 'Your role does not allow this'))
      await see(loadFailed)
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    })

    if (noMatch)
      test('says that nothing matches when a filter is set', async () => {
        open((on) => on.give(list, empty.data), { at: noMatch.place })
        await see(noMatch.texts)
      })

    if (filled)
      test('shows the rows', async () => {
        open((on) => on.give(list, filled.data))
        for (const texts of filled.texts) await see(texts)
        seesNot(empty.texts)
      })

    if (forbidden)
      test(`says who may when the role is ${forbidden.role}`, async () => {
        const api = open((on) => on.give(list, filled?.data ?? empty.data), { role: forbidden.role })
        await see(forbidden.texts)
        expect(screen.queryAllByRole('button', { name: /^(add|create|edit|delete|save|invite)/i })).toEqual([])
        expect(api.writes()).toEqual([])
      })
  })
}
