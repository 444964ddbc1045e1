import { queryOptions } from '@tanstack/react-query'
import { fileAddresses } from '@teleward/contract/files/endpoints.ts'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { endpointQuery } from '../../api/query.ts'

/** An address lives ten minutes; another one is asked for when it is needed, not before. */
const FRESH_MS = 8 * 60_000

/** The addresses of a file as it stands: a header whose data come after it has others than it had alone. */
export function addressesOf({ id, data }: Pick<MedicalFile, 'id' | 'data'>) {
  const asked = endpointQuery(fileAddresses, { params: { id } })
  return queryOptions({ ...asked, queryKey: [...asked.queryKey, data?.name ?? null], staleTime: FRESH_MS })
}
