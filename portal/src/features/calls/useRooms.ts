import { getRoomList } from '@teleward/contract/calls/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'

/** The rooms I can enter; asked for again whenever the server says that one has changed. */
export const useRooms = () => useQuery(endpointQuery(getRoomList, {})).data?.rooms
