import { useQuery } from '@tanstack/react-query'
import { channels } from '@imperium/contract/channels/channels.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { query } from '../../../lib/api.ts'

const accountsQuery = { ...query(channels.listAccounts), meta: { silent: true } }

/** The accounts of a channel, and the one that the campaign uses: the chosen one, or the default. */
export function useAccounts(channel: Channel, accountId: string | null) {
  const { data, isError } = useQuery(accountsQuery)
  const own = (data ?? []).filter((account) => account.channel === channel)
  const chosen = own.find(({ id, isDefault }) => (accountId === null ? isDefault : id === accountId))
  return { own, chosen, isError }
}
