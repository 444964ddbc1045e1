import type { EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { endpointQuery } from '../../api/query.ts'
import { openPatientSocket, type PatientConnection } from './patientSocket.ts'

/** A call that answers the whole view, so that the page always shows the server's state. */
type Answering<View> = EndpointShape & { response: { _output: View } }
export type PageAct<View> = <E extends Answering<View>>(
  endpoint: E,
  rest: Omit<EndpointInput<E>, 'params'> & { params?: Record<string, string> },
) => Promise<View>

/** The page of a link, of whichever kind. */
export interface PageState<View> {
  token: string
  view: View | undefined
  failure: ApiError | null
  reload: () => void
  /** Runs one step; an error is thrown for the step to show where it belongs. */
  act: PageAct<View>
  line: PatientConnection | null
  lost: boolean
  /** Another browser has identified with this link since this one did. */
  elsewhere: boolean
}

export function usePage<View>(
  token: string,
  reading: Answering<View>,
  /** When it is asked for again, beside the line; and whether this browser may have that. */
  { look, passed }: { look: (view: View | undefined) => number | false; passed: (view: View) => boolean },
): PageState<View> {
  const client = useQueryClient()
  const options = useMemo(() => endpointQuery(reading, { params: { token } } as never), [reading, token])
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => look(state.data as View | undefined),
    refetchOnWindowFocus: true,
  })
  const view = query.data as View | undefined
  const inside = view !== undefined && passed(view)
  const [line, setLine] = useState<PatientConnection | null>(null)
  const [lost, setLost] = useState(false)
  const [elsewhere, setElsewhere] = useState(false)
  const key = options.queryKey

  useEffect(() => {
    if (!inside) return
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
      // Of a line that is wanted no more nothing is said.
      setLost(false)
    }
  }, [token, inside, client, key])

  const act = useCallback<PageAct<View>>(
    async (endpoint, rest) => {
      const input = { ...rest, params: { ...rest.params, token } }
      try {
        const now = (await call(endpoint as EndpointShape, input as never)) as View
        client.setQueryData(key, now)
        return now
      } catch (error) {
        // The refusal may come from a state that this page has not seen yet: so many tries are left, or none.
        if (error instanceof ApiError && error.http >= 400) await client.invalidateQueries({ queryKey: key })
        throw error
      }
    },
    [token, client, key],
  )
  return {
    ...{ token, view, act, line, elsewhere },
    // Taken over by another browser, the line of this one does not come back by itself.
    lost: lost && !elsewhere,
    failure: query.error instanceof ApiError ? query.error : null,
    reload: () => void query.refetch(),
  }
}
