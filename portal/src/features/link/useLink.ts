import type { EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { getLink } from '@teleward/contract/links/endpoints.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { endpointQuery } from '../../api/query.ts'
import { nextLook } from './look.ts'
import { openPatientSocket, type PatientLine } from './patientSocket.ts'

/** A step of the patient's page: every one answers the whole view, so that the page always shows the server's state. */
export type LinkAct = <E extends EndpointShape & { response: { _output: LinkView } }>(
  endpoint: E,
  rest: Omit<EndpointInput<E>, 'params'> & { params?: Record<string, string> },
) => Promise<LinkView>

export interface LinkState {
  token: string
  view: LinkView | undefined
  failure: ApiError | null
  reload: () => void
  /** Runs one step; an error is thrown for the step to show where it belongs. */
  act: LinkAct
  line: PatientLine | null
  lost: boolean
  /** Another browser has identified with this link since this one did. */
  elsewhere: boolean
}

export function useLink(token: string): LinkState {
  const client = useQueryClient()
  const options = useMemo(() => endpointQuery(getLink, { params: { token } }), [token])
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => nextLook(state.data),
    refetchOnWindowFocus: true,
  })
  const passed = query.data?.identity.passed ?? false
  const [line, setLine] = useState<PatientLine | null>(null)
  const [lost, setLost] = useState(false)
  const [elsewhere, setElsewhere] = useState(false)
  const key = options.queryKey

  useEffect(() => {
    if (!passed) return
    const opened = openPatientSocket(token, {
      changed: () => void client.invalidateQueries({ queryKey: key }),
      lost: setLost,
      elsewhere: () => setElsewhere(true),
    })
    setElsewhere(false)
    setLine(opened)
    return () => {
      opened.close()
      setLine(null)
    }
  }, [token, passed, client, key])

  const act = useCallback<LinkAct>(
    async (endpoint, rest) => {
      const input = { ...rest, params: { ...rest.params, token } }
      try {
        const view = (await call(endpoint as EndpointShape, input as never)) as LinkView
        client.setQueryData(key, view)
        return view
      } catch (error) {
        // The refusal may come from a state that this page has not seen yet.
        if (error instanceof ApiError && error.http >= 400) void client.invalidateQueries({ queryKey: key })
        throw error
      }
    },
    [token, client, key],
  )
  return {
    token,
    view: query.data,
    failure: query.error instanceof ApiError ? query.error : null,
    reload: () => void query.refetch(),
    act,
    line,
    lost,
    elsewhere,
  }
}
