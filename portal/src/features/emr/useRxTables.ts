import { fetchMedFreqRoute } from '@teleward/contract/emr/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { language } from '../../i18n/i18n.ts'
import type { RxTables } from './rxTables.ts'

/** Frequencies and routes in force; until they are there what a code means is all that is checked. */
export function useRxTables(): RxTables {
  const { data } = useQuery({ ...endpointQuery(fetchMedFreqRoute, {}), staleTime: Number.POSITIVE_INFINITY })
  const now = language()
  return useMemo(() => {
    const named = (rows: readonly { code: string; nameEn: string; nameZhTw: string }[] = []) =>
      rows.map(({ code, nameEn, nameZhTw }) => ({ code, name: now === 'en' ? nameEn : nameZhTw || nameEn }))
    const codes = data
      ? {
          frequencies: new Set(data.frequencies.map(({ code }) => code)),
          routes: new Set(data.routes.map(({ code }) => code)),
        }
      : {}
    return { frequencies: named(data?.frequencies), routes: named(data?.routes), codes }
  }, [data, now])
}
