import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { branding } from '@imperium/contract/branding/branding.ts'
import { query } from '../../lib/api.ts'
import { showBrand } from '../../lib/brand/brand.ts'

const brandQuery = { ...query(branding.read), meta: { silent: true } }

/** Shows the brand of the organization on screen, until another one or none is. */
export function useOrganizationBrand(): void {
  const { data } = useQuery(brandQuery)
  useEffect(() => {
    if (data) showBrand({ ...data, favicon: data.favicon?.path ?? null })
  }, [data])
  useEffect(() => () => showBrand(null), [])
}
